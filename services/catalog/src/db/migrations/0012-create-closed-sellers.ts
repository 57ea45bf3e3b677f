import { Migration } from '@mikro-orm/migrations';

/** Sellers whose accounts were deleted, as long as they have products that are not archived. */
export default class CreateClosedSellers extends Migration {
  override up(): void {
    this.addSql('create table closed_seller (seller_profile_id uuid primary key, closed_at timestamptz not null)');
  }
}
