import { Migration } from '@mikro-orm/migrations';

/** Stands in an index for all product types: no type has it. */
const ALL_TYPES = '00000000-0000-0000-0000-000000000000';

export default class CreateFeeOverrides extends Migration {
  override up(): void {
    this.addSql('create extension if not exists btree_gist');
    this.addSql(`
      create table fee_override (
        id uuid primary key,
        seller_profile_id uuid not null,
        product_type_id uuid references product_type,
        platform_fee_basis_points int not null check (platform_fee_basis_points between 0 and 10000),
        starts_at timestamptz not null,
        ends_at timestamptz,
        created_at timestamptz not null,
        check (ends_at >= starts_at),
        constraint fee_override_once exclude using gist (
          seller_profile_id with =,
          (coalesce(product_type_id, '${ALL_TYPES}'::uuid)) with =,
          tstzrange(starts_at, ends_at) with &&
        )
      )`);
    this.addSql('create index fee_override_newest on fee_override (seller_profile_id, created_at desc, id desc)');
  }
}
