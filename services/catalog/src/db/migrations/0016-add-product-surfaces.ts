import { Migration } from '@mikro-orm/migrations';

/** Types that exist have one surface; a product without any uses the first one of its type, as those of a previous version do. */
export default class AddProductSurfaces extends Migration {
  override up(): void {
    this.addSql(`
      alter table product_type add surfaces jsonb not null default
        '[{"key":"front","name":"Frente","widthMm":null,"heightMm":null,"extraCostCents":0,"required":true}]'`);
    this.addSql('alter table seller_product add surfaces jsonb');
  }
}
