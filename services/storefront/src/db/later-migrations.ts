import { Migration } from '@mikro-orm/migrations';

/** Stores of suspended sellers, which nobody sees. */
class HiddenStores extends Migration {
  override up(): void {
    this.addSql('alter table store add is_hidden boolean not null default false');
  }
}

/** What toggles changed of counters that somebody else was changing at that moment; it is added to them a little later. */
class CountChanges extends Migration {
  override up(): void {
    this.addSql(`
      create table count_change (
        id bigint generated always as identity primary key,
        seller_profile_id uuid not null,
        seller_product_id uuid,
        likes int not null default 0,
        followers int not null default 0
      )`);
    this.addSql('create index count_change_seller_profile on count_change (seller_profile_id)');
    this.addSql('create index count_change_seller_product on count_change (seller_product_id)');
  }
}

/**
 * What was sold of each product and artwork, and by each store: altogether, and since the day on which the last thirty begin. The
 * job of the service that moves that day finds those of before too.
 */
class Sales extends Migration {
  override up(): void {
    this.addSql(`
      create table sales_count (
        kind text not null check (kind in ('product', 'artwork', 'store')),
        id uuid not null,
        recent int not null,
        total int not null,
        primary key (kind, id)
      )`);
    this.addSql('create index sales_count_recent on sales_count (kind, recent desc, id desc) where recent > 0');
    this.addSql('create index sales_count_total on sales_count (kind, total desc, id desc) where total > 0');
    this.addSql(`
      create table sales_window (
        is_the_one boolean primary key default true check (is_the_one),
        since date not null
      )`);
    this.addSql(`insert into sales_window (since) values ('-infinity')`);
    this.addSql(`
      insert into sales_count (kind, id, recent, total)
      select k.kind, k.id, sum(s.quantity), sum(s.quantity)
      from sale s cross join lateral (
        values ('product', s.seller_product_id), ('artwork', s.artwork_id), ('store', s.seller_profile_id)
      ) as k (kind, id)
      where s.sold_on is not null group by k.kind, k.id`);
    const listed = (name: string, columns: string) =>
      this.addSql(`create index store_product_${name} on store_product (${columns}) where is_listed`);
    listed('all_newest', 'created_at desc, id desc');
    listed('designs', 'seller_profile_id, artwork_id');
  }
}

/** pg_trgm comes with PostgreSQL, and whoever owns a database may put it in. */
class Search extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm with schema public');
    this.addSql(`alter table store add search_text text not null default ''`);
    this.addSql(`
      update store set search_text = lower(regexp_replace(
        normalize(store_name || E'\\n' || artist_name, NFD), '[\\u0300-\\u036f]', '', 'g'))`);
    const gin = (table: string, where: string) =>
      this.addSql(
        `create index ${table}_search on ${table} using gin (search_text public.gin_trgm_ops) where ${where}`,
      );
    gin('store_product', 'is_listed');
    gin('store', 'is_published');
  }
}

/** SKUs apart from the head of a page. Products are derived anew by the service; until then the old head has them. */
class SkuLists extends Migration {
  override up(): void {
    this.addSql('alter table store_product add page_skus text');
    this.addSql(`
      insert into derivation (touched, after_id, event_id)
      select '"all"', '00000000-0000-0000-0000-000000000000', gen_random_uuid()
      where exists (select from store_product)`);
  }
}

/**
 * Variants by themselves: a product names a few of the thousands that a type may have. What a product names stands beside its
 * fact, so that a change of some variants is not looked for in the facts of all products.
 */
class ProductVariantTable extends Migration {
  override up(): void {
    this.addSql(`
      create table product_variant (
        id uuid primary key,
        product_type_id uuid not null,
        version int not null,
        fact jsonb not null
      )`);
    this.addSql(`
      insert into product_variant (id, product_type_id, version, fact)
      select (variant ->> 'id')::uuid, t.id, t.version, variant
      from product_type t, jsonb_array_elements(t.fact -> 'variants') as variant`);
    this.addSql(`update product_type set fact = fact - 'variants' where jsonb_exists(fact, 'variants')`);
    this.addSql(`
      alter table seller_product add variant_ids jsonb not null
      generated always as (jsonb_path_query_array(fact, '$.sellerProduct.variants[*].productVariantId')) stored`);
  }
}

/** All photos of one product, as media-render tells of them. */
class Galleries extends Migration {
  override up(): void {
    this.addSql(`
      create table gallery (
        seller_product_id uuid primary key,
        version int not null,
        deleted boolean not null default false,
        fact jsonb not null
      )`);
  }
}

/**
 * Likes of products apart from what is shown of them, so that a like rewrites neither a wide row nor the entries of all its indexes.
 * The old column stays for the version before.
 */
class ProductCounts extends Migration {
  override up(): void {
    this.addSql(`
      create table product_count (
        id uuid primary key,
        seller_profile_id uuid not null,
        is_listed boolean not null,
        is_archived boolean not null,
        created_at timestamptz not null,
        likes_count int not null default 0
      ) with (fillfactor = 70)`);
    this.addSql(`
      insert into product_count (id, seller_profile_id, is_listed, is_archived, created_at, likes_count)
      select id, seller_profile_id, is_listed, is_archived, created_at, likes_count from store_product`);
    this.addSql(`
      create index product_count_popular on product_count
        (seller_profile_id, is_listed, likes_count desc, created_at desc, id desc)`);
    this.addSql('drop index store_product_popular');
    // Room for the next version of a row beside it: the counts of a store are in no index.
    this.addSql('alter table store set (fillfactor = 70)');
  }
}

/** What is swept by age: sales by their day, those that are none by when they were told. */
class OldSales extends Migration {
  override up(): void {
    this.addSql('alter table sale add told_at timestamptz not null default now()');
    this.addSql('create index sale_not_sold on sale (told_at) where sold_on is null');
  }
}

/** For products of a type by sellers near another one. */
class TypeOfSellers extends Migration {
  override up(): void {
    this.addSql(`
      create index store_product_type_of_seller on store_product
        (product_type_id, seller_profile_id, created_at desc, id desc) where is_listed`);
  }
}

/**
 * What products are found by, beside what they are ranked by: read down the index alone, without a look at a table. So long words
 * are cut that each fits into a page of the index. The service derives all products anew, which fills it; until then search looks
 * into the index of pieces more often.
 */
class PopularWords extends Migration {
  override up(): void {
    this.addSql(`alter table product_count add column search_text text not null default ''`);
    this.addSql(`
      create index product_count_words on product_count (likes_count desc, created_at desc, id desc)
      include (seller_profile_id, search_text) where is_listed`);
    // The rows that people like are seen by the index alone only after a vacuum.
    this.addSql('alter table product_count set (autovacuum_vacuum_scale_factor = 0.02)');
    this.addSql(`
      insert into derivation (touched, after_id, event_id)
      select '"all"', '00000000-0000-0000-0000-000000000000', gen_random_uuid()
      where exists (select from store_product)`);
  }
}

/** Products are found by the tags of their artwork and the names of their store too: derived anew by the service. */
class WordsOfProducts extends Migration {
  override up(): void {
    this.addSql(`
      insert into derivation (touched, after_id, event_id)
      select '"all"', '00000000-0000-0000-0000-000000000000', gen_random_uuid()
      where exists (select from store_product)`);
  }
}

export const laterMigrations = [
  HiddenStores,
  CountChanges,
  Sales,
  Search,
  SkuLists,
  ProductVariantTable,
  Galleries,
  ProductCounts,
  OldSales,
  TypeOfSellers,
  PopularWords,
  WordsOfProducts,
];
