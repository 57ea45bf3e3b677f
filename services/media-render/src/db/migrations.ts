import { Migration } from '@mikro-orm/migrations';
import {
  CreateArtworkFiles,
  CreateArtworkHolds,
  CreateRenderRefreshes,
  IndexOpenUploads,
} from './artwork-migrations.ts';
import { CreateRenderRequests, CreateRenderTasks, FindRequestedTasks } from './render-migrations.ts';
import { CreateProductImages, KeepSellerProducts } from './gallery-migrations.ts';
import {
  CreatePrintFiles,
  KeepPrintMargins,
  KeepSoldPictures,
  RecordPrintAreas,
  ForgetPrints,
} from './print-migrations.ts';
import { RemoveRenders } from './remove-renders-migration.ts';

class CreateArtworks extends Migration {
  override up(): void {
    this.addSql(`
      create table artwork (
        id uuid primary key,
        seller_profile_id uuid not null,
        title text not null,
        slug text not null check (slug ~ '^[a-z0-9-]{1,100}$'),
        description text,
        tags jsonb not null,
        status text not null check (status in ('active', 'inactive')),
        file_version int not null check (file_version > 0),
        width_px int not null check (width_px > 0),
        height_px int not null check (height_px > 0),
        format text not null check (format in ('png', 'jpeg', 'webp')),
        size_bytes int not null,
        content_hash text not null,
        original_etag text not null,
        working_width_px int not null,
        working_height_px int not null,
        dominant_color text not null check (dominant_color ~ '^#[0-9A-F]{6}$'),
        version int not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`);
    this.addSql('create unique index artwork_slug on artwork (seller_profile_id, slug)');
    this.addSql('create index artwork_newest on artwork (seller_profile_id, created_at desc, id desc)');
  }
}

class CreateUploads extends Migration {
  override up(): void {
    this.addSql(`
      create table upload (
        key text primary key,
        format text not null check (format in ('png', 'jpeg', 'webp')),
        size_bytes int not null check (size_bytes > 0),
        expires_at timestamptz not null,
        created_at timestamptz not null,
        completed_at timestamptz,
        artwork_id uuid,
        seller_profile_id uuid,
        file_version int,
        template_id text,
        image_kind text,
        check (
          (artwork_id is not null and seller_profile_id is not null and file_version is not null and template_id is null)
          or (artwork_id is null and template_id is not null and image_kind is not null)
        )
      )`);
    this.addSql('create index upload_artwork on upload (artwork_id) where artwork_id is not null');
  }
}

class CreateTemplates extends Migration {
  override up(): void {
    this.addSql(`
      create table template (
        id text primary key,
        product_type_id uuid not null,
        options jsonb,
        print_area jsonb,
        source_image jsonb,
        images jsonb not null,
        is_active boolean not null,
        revision int not null,
        version int not null
      )`);
  }
}

class CreateRenders extends Migration {
  override up(): void {
    this.addSql(`
      create table placement (
        artwork_id uuid not null references artwork on delete cascade,
        template_id text not null,
        x double precision not null,
        y double precision not null,
        scale double precision not null check (scale between 0.01 and 20),
        rotation double precision not null check (rotation >= 0 and rotation < 360),
        updated_at timestamptz not null,
        primary key (artwork_id, template_id)
      )`);
    this.addSql(`
      create table render (
        artwork_id uuid not null references artwork on delete cascade,
        template_id text not null,
        id uuid not null unique,
        status text not null check (status in ('pending', 'rendering', 'rendered', 'failed')),
        artwork_version int not null,
        input_hash text,
        key text,
        placement jsonb not null,
        width_px int not null,
        height_px int not null,
        error text,
        lease_id uuid,
        lease_until timestamptz,
        version int not null,
        created_at timestamptz not null,
        primary key (artwork_id, template_id),
        check (status <> 'rendered' or (key is not null and input_hash is not null))
      )`);
    this.addSql('create index render_newest on render (artwork_id, created_at desc, id desc)');
  }
}

/** The catalog's whole message beside the columns made from it: a later version finds there what this one did not know. */
class KeepTemplateFacts extends Migration {
  override up(): void {
    this.addSql('alter table template add fact jsonb');
  }
}

/** An image is shown while the newest fact of its profile names it; one that none ever named goes after a while. */
class CreateProfileImages extends Migration {
  override up(): void {
    this.addSql('alter table upload drop constraint upload_check');
    this.addSql(`
      alter table upload add constraint upload_owner check (
        (artwork_id is not null and seller_profile_id is not null and file_version is not null and template_id is null)
        or (artwork_id is null and template_id is not null and image_kind is not null)
        or (artwork_id is null and template_id is null and seller_profile_id is not null and image_kind is not null)
      )`);
    this.addSql('create index upload_open on upload (expires_at) where completed_at is null');
    this.addSql('create index upload_completed on upload (completed_at) where completed_at is not null');
    this.addSql(`
      create table profile_image (
        key text primary key,
        seller_profile_id uuid not null,
        fact_version int,
        unnamed_until timestamptz not null
      )`);
    this.addSql('create index profile_image_owner on profile_image (seller_profile_id)');
    this.addSql('create index profile_image_unnamed on profile_image (unnamed_until) where fact_version is null');
  }
}

/** Objects that are needed no more, written down with the change that made them so. */
class CreateDiscardedObjects extends Migration {
  override up(): void {
    this.addSql(`
      create table discarded_object (
        key text primary key,
        due_at timestamptz not null
      )`);
    this.addSql('create index discarded_object_due on discarded_object (due_at)');
  }
}

/** The newest upload of each kind of a template's images. */
class IndexTemplateUploads extends Migration {
  override up(): void {
    this.addSql(`
      create index upload_template on upload (template_id, image_kind, created_at desc, key desc)
      where template_id is not null`);
  }
}

export const migrations = [
  CreateArtworks,
  CreateUploads,
  CreateTemplates,
  CreateRenders,
  KeepTemplateFacts,
  CreateProfileImages,
  CreateDiscardedObjects,
  IndexTemplateUploads,
  KeepSellerProducts,
  CreateProductImages,
  CreateArtworkFiles,
  CreateArtworkHolds,
  RemoveRenders,
  CreateRenderRefreshes,
  CreateRenderRequests,
  RecordPrintAreas,
  CreatePrintFiles,
  CreateRenderTasks,
  KeepSoldPictures,
  FindRequestedTasks,
  IndexOpenUploads,
  KeepPrintMargins,
  ForgetPrints,
];
