import { Migration } from '@mikro-orm/migrations';

export default class SellerProfilesMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table seller_profiles (
        id uuid primary key,
        user_id uuid not null unique references users deferrable initially deferred,
        onboarding_status text not null check (onboarding_status in ('pending', 'approved', 'rejected')),
        store_status text not null check (store_status in ('unpublished', 'published')),
        store_name text not null,
        store_slug text not null unique,
        display_name text,
        bio text,
        avatar_url text,
        banner_url text,
        social_links jsonb not null,
        first_published_at timestamptz(3),
        active boolean not null,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
  }
}
