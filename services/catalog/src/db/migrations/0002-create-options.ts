import { Migration } from '@mikro-orm/migrations';

export default class CreateOptions extends Migration {
  override up(): void {
    this.addSql(`
      create table product_option (
        id uuid primary key,
        product_type_id uuid not null references product_type on delete cascade,
        key text not null,
        label_pt text not null,
        label_en text,
        input_type text not null,
        display_behavior text not null,
        required boolean not null,
        is_active boolean not null,
        created_at timestamptz not null
      )`);
    this.addSql('create unique index product_option_key on product_option (product_type_id, key) where is_active');
    this.addSql('create index product_option_newest on product_option (product_type_id, created_at desc, id desc)');
    this.addSql(`
      create table option_value (
        id uuid primary key,
        option_id uuid not null references product_option on delete cascade,
        value text not null,
        label_pt text not null,
        label_en text,
        hex_color text,
        is_active boolean not null,
        created_at timestamptz not null
      )`);
    this.addSql('create unique index option_value_value on option_value (option_id, value) where is_active');
    this.addSql('create index option_value_option on option_value (option_id, id)');
  }
}
