import { Migration } from '@mikro-orm/migrations';
import { laterMigrations } from './later-migrations.ts';

/** Facts of other services: the whole message, its version, and the few columns that are looked up. */
class FactTables extends Migration {
  override up(): void {
    this.addSql(`
      create table store (
        id uuid primary key,
        user_id uuid not null,
        slug text not null,
        is_published boolean not null,
        store_name text not null,
        artist_name text not null,
        avatar_url text,
        updated_at timestamptz not null,
        version int not null,
        fact jsonb not null,
        followers_count int not null default 0,
        following_count int not null default 0,
        likes_received_count int not null default 0
      )`);
    // Not unique: a slug that moves from one store to another may be heard of in either order.
    this.addSql('create index store_slug on store (slug)');
    this.addSql('create index store_user on store (user_id)');
    this.addSql('create table product_type (id uuid primary key, version int not null, fact jsonb not null)');
    this.addSql(`
      create table template (
        id text primary key,
        product_type_id uuid not null,
        version int not null,
        fact jsonb not null
      )`);
    this.addSql('create index template_product_type on template (product_type_id)');
    this.addSql(`
      create table seller_product (
        id uuid primary key,
        product_type_id uuid not null,
        artwork_id uuid not null,
        version int not null,
        fact jsonb not null
      )`);
    this.addSql('create index seller_product_product_type on seller_product (product_type_id, id)');
    this.addSql('create index seller_product_artwork on seller_product (artwork_id, id)');
    this.addSql('create table artwork (id uuid primary key, version int not null, fact jsonb not null)');
    this.addSql(`
      create table render (
        artwork_id uuid not null,
        template_id text not null,
        version int not null,
        fact jsonb not null,
        primary key (artwork_id, template_id)
      )`);
    this.addSql(`
      create table sale (
        order_id uuid not null,
        seller_product_id uuid not null,
        seller_profile_id uuid not null,
        artwork_id uuid not null,
        quantity int not null,
        sold_on date,
        version int not null,
        primary key (order_id, seller_product_id)
      )`);
    this.addSql('create index sale_sold_on on sale (sold_on, seller_product_id) where sold_on is not null');
  }
}

/** What the public store shows: one row a product, with an index for every order and filter of its lists. */
class StoreProductTable extends Migration {
  override up(): void {
    this.addSql(`
      create table store_product (
        id uuid primary key,
        seller_profile_id uuid not null,
        product_type_id uuid not null,
        artwork_id uuid not null,
        is_listed boolean not null,
        is_archived boolean not null,
        slug text,
        title text not null,
        product_type_slug text,
        product_type_name text,
        min_price_cents int,
        max_price_cents int,
        thumbnail_url text,
        search_text text,
        created_at timestamptz not null,
        page_head text,
        page_tail text,
        likes_count int not null default 0
      )`);
    const listed = (name: string, columns: string) =>
      this.addSql(`create index store_product_${name} on store_product (${columns}) where is_listed`);
    listed('slug', 'seller_profile_id, slug');
    listed('newest', 'seller_profile_id, created_at desc, id desc');
    listed('price_asc', 'seller_profile_id, min_price_cents, created_at desc, id desc');
    listed('price_desc', 'seller_profile_id, min_price_cents desc nulls last, created_at desc, id desc');
    listed('popular', 'seller_profile_id, likes_count desc, created_at desc, id desc');
    listed('product_type', 'seller_profile_id, product_type_slug, created_at desc, id desc');
    listed('same_artwork', 'artwork_id, created_at desc, id desc, seller_profile_id');
    listed('recommended', 'product_type_id, created_at desc, id desc, seller_profile_id');
    this.addSql('create index store_product_seller on store_product (seller_profile_id) where not is_archived');
  }
}

class SocialTables extends Migration {
  override up(): void {
    this.addSql(`
      create table follow (
        id uuid primary key,
        user_id uuid not null,
        seller_profile_id uuid not null,
        created_at timestamptz not null,
        unique (user_id, seller_profile_id)
      )`);
    this.addSql('create index follow_seller_profile on follow (seller_profile_id)');
    this.addSql(`
      create table product_like (
        id uuid primary key,
        user_id uuid not null,
        seller_product_id uuid not null,
        created_at timestamptz not null,
        unique (user_id, seller_product_id)
      )`);
    this.addSql('create index product_like_seller_product on product_like (seller_product_id)');
  }
}

class ChangeMarkTable extends Migration {
  override up(): void {
    this.addSql('create table change_mark (shard int primary key, value bigint not null) with (fillfactor = 10)');
    this.addSql(`insert into change_mark select shard, 0 from generate_series(0, 15) as shard`);
  }
}

/** Images by their keys: what is kept says nothing of the address that images have at the moment. */
class ImageKeys extends Migration {
  override up(): void {
    this.addSql('alter table store rename column avatar_url to avatar_key');
    this.addSql('alter table store_product rename column thumbnail_url to thumbnail_key');
    this.addSql(
      `update store set avatar_key = ${keyOf('avatar_key')}, fact = jsonb_set(fact, '{profile}', ${renamed(
        "fact -> 'profile'",
        { avatarUrl: 'avatarKey', bannerUrl: 'bannerKey' },
      )})`,
    );
    this.addSql(
      `update artwork set fact = jsonb_set(fact, '{artwork}', ${renamed("fact -> 'artwork'", { previewUrl: 'previewKey' })})`,
    );
    this.addSql(
      `update render set fact = jsonb_set(fact, '{render}', ${renamed("fact -> 'render'", { url: 'imageKey' })})`,
    );
    this.addSql(`
      update template set fact = jsonb_set(fact, '{template,images}', (
        select jsonb_agg(image - 'url' order by position)
        from jsonb_array_elements(fact -> 'template' -> 'images') with ordinality as images(image, position)
      ))
      where jsonb_array_length(fact -> 'template' -> 'images') > 0`);
    this.addSql(`
      update store_product set
        thumbnail_key = ${keyOf('thumbnail_key')},
        page_head = regexp_replace(page_head, ${ADDRESS_MEMBER}, ${KEY_MEMBER}, 'g'),
        page_tail = regexp_replace(page_tail, ${ADDRESS_MEMBER}, ${KEY_MEMBER}, 'g')`);
  }
}

/** All images are kept under this folder, whatever stands before it in an address. */
const keyOf = (address: string): string => `regexp_replace(${address}, '^https?://.*?/(?=public/)', '')`;

/** A JSON object whose members that hold addresses hold keys, under new names. */
const renamed = (object: string, names: Readonly<Record<string, string>>): string =>
  Object.entries(names).reduce(
    (changed, [from, to]) =>
      `(${changed} - '${from}' || jsonb_strip_nulls(jsonb_build_object('${to}', ${keyOf(`${object} ->> '${from}'`)})))`,
    `(${object})`,
  );

const ADDRESS_MEMBER = String.raw`'"(url|previewUrl)":"https?://[^"\\]*?/(public/[^"\\]*")'`;
const KEY_MEMBER = String.raw`'"\1":"\\/\2'`;

/** Facts of what is gone for good stay as such, so that an older fact cannot bring it back. */
class DeletedFacts extends Migration {
  override up(): void {
    for (const table of ['template', 'seller_product', 'artwork', 'render'])
      this.addSql(`alter table ${table} add deleted boolean not null default false`);
    this.addSql('create index render_template on render (template_id, artwork_id)');
  }
}

/** What is still to be derived because of an event that touches more products than one chunk. */
class DerivationTable extends Migration {
  override up(): void {
    this.addSql(`
      create table derivation (
        id bigint generated always as identity primary key,
        touched jsonb not null,
        after_id uuid not null,
        event_id uuid not null,
        due_at timestamptz not null default now()
      )`);
    this.addSql('create index derivation_due on derivation (due_at, id)');
  }
}

/**
 * What each transaction changed of public pages. Unlogged: what crashes, is promoted or restored begins with empty tables, and
 * so with a new epoch, whose first look finds no mark good. The old marks are still bumped by the version before, which
 * changes anything.
 */
class PageChangeTables extends Migration {
  override up(): void {
    this.addSql(`
      create unlogged table page_change (
        xid xid8 not null default pg_current_xact_id(),
        names text[] not null,
        made_at timestamptz not null default clock_timestamp()
      )`);
    this.addSql('create index page_change_xid on page_change (xid)');
    this.addSql('create index page_change_made_at on page_change using brin (made_at)');
    this.addSql(`
      create unlogged table page_change_epoch (
        is_the_one boolean primary key default true check (is_the_one),
        id uuid not null
      )`);
    this.addSql(`
      create function change_all_pages() returns trigger language plpgsql as
      $$begin insert into page_change (names) values ('{*}'); return null; end$$`);
    this.addSql(`
      create trigger change_all_pages after update on change_mark for each statement
      execute function change_all_pages()`);
  }
}

export const migrations = [
  FactTables,
  StoreProductTable,
  SocialTables,
  ChangeMarkTable,
  ImageKeys,
  DeletedFacts,
  DerivationTable,
  PageChangeTables,
  ...laterMigrations,
];
