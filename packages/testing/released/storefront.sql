create extension if not exists pg_trgm;
CREATE OR REPLACE FUNCTION public.change_all_pages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$begin insert into page_change (names) values ('{*}'); return null; end$function$;
CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op = 'DELETE' and old.occurred_at < now() - interval '365 days' then
          return old;
        end if;
        raise exception 'audit is append-only' using errcode = 'insufficient_privilege';
      end $function$;
CREATE OR REPLACE FUNCTION public.wake_outbox_relay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        notify outbox;
        return null;
      end $function$;
create sequence mikro_orm_migrations_id_seq as integer start 1 increment 1;
create table artwork (
  deleted boolean default false not null,
  fact jsonb not null,
  id uuid not null,
  version integer not null
);
create table audit (
  action text not null,
  actor_id text,
  actor_role text not null,
  changes jsonb not null,
  id uuid not null,
  occurred_at timestamp(3) with time zone not null,
  request_id text not null,
  subject text not null
);
create table change_mark (
  shard integer not null,
  value bigint not null
);
create table count_change (
  followers integer default 0 not null,
  id bigint generated always as identity not null,
  likes integer default 0 not null,
  seller_product_id uuid,
  seller_profile_id uuid not null
);
create table dead_letter (
  attempts integer not null,
  discard_reason text,
  discarded_at timestamp with time zone,
  discarded_by text,
  event_id uuid not null,
  id bigint generated always as identity not null,
  key text not null,
  occurred_at timestamp with time zone,
  parked_at timestamp with time zone default now() not null,
  payload text not null,
  reason text not null,
  replay_requested_at timestamp with time zone,
  replayed_at timestamp with time zone,
  request_id text,
  topic text not null,
  traceparent text,
  type text not null
);
create table derivation (
  after_id uuid not null,
  due_at timestamp with time zone default now() not null,
  event_id uuid not null,
  id bigint generated always as identity not null,
  touched jsonb not null
);
create table event_attempt (
  attempts integer default 1 not null,
  event_id uuid not null,
  failed_at timestamp with time zone default now() not null
);
create table follow (
  created_at timestamp with time zone not null,
  id uuid not null,
  seller_profile_id uuid not null,
  user_id uuid not null
);
create table gallery (
  deleted boolean default false not null,
  fact jsonb not null,
  seller_product_id uuid not null,
  version integer not null
);
create table idempotency_key (
  body_mac text not null,
  claim uuid not null,
  claimed_until timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  key_digest text not null,
  outcome bytea,
  share integer
);
create table inbox (
  applied_at timestamp with time zone default now() not null,
  event_id uuid not null,
  state text default 'applied'::text not null
);
create table mikro_orm_migrations (
  executed_at timestamp(6) with time zone default CURRENT_TIMESTAMP(6) not null,
  id integer default nextval('mikro_orm_migrations_id_seq'::regclass) not null,
  name character varying(255) not null
);
create table outbox (
  event_id uuid not null,
  id bigint generated always as identity not null,
  key text not null,
  occurred_at timestamp with time zone not null,
  payload text not null,
  refusal text,
  refused_at timestamp with time zone,
  request_id text not null,
  sent_at timestamp with time zone,
  topic text not null,
  traceparent text,
  type text not null
);
create unlogged table page_change (
  made_at timestamp with time zone default clock_timestamp() not null,
  names text[] not null,
  xid xid8 default pg_current_xact_id() not null
);
create unlogged table page_change_epoch (
  id uuid not null,
  is_the_one boolean default true not null
);
create table product_count (
  created_at timestamp with time zone not null,
  id uuid not null,
  is_archived boolean not null,
  is_listed boolean not null,
  likes_count integer default 0 not null,
  search_text text default ''::text not null,
  seller_profile_id uuid not null
);
create table product_like (
  created_at timestamp with time zone not null,
  id uuid not null,
  seller_product_id uuid not null,
  user_id uuid not null
);
create table product_type (
  fact jsonb not null,
  id uuid not null,
  version integer not null
);
create table product_variant (
  fact jsonb not null,
  id uuid not null,
  product_type_id uuid not null,
  version integer not null
);
create table render (
  artwork_id uuid not null,
  deleted boolean default false not null,
  fact jsonb not null,
  template_id text not null,
  version integer not null
);
create table sale (
  artwork_id uuid not null,
  order_id uuid not null,
  quantity integer not null,
  seller_product_id uuid not null,
  seller_profile_id uuid not null,
  sold_on date,
  told_at timestamp with time zone default now() not null,
  version integer not null
);
create table sales_count (
  id uuid not null,
  kind text not null,
  recent integer not null,
  total integer not null
);
create table sales_window (
  is_the_one boolean default true not null,
  since date not null
);
create table self_check (
  checked_at timestamp with time zone not null,
  findings integer not null,
  name text not null
);
create table seller_product (
  artwork_id uuid not null,
  deleted boolean default false not null,
  fact jsonb not null,
  id uuid not null,
  product_type_id uuid not null,
  variant_ids jsonb generated always as (jsonb_path_query_array(fact, '$."sellerProduct"."variants"[*]."productVariantId"'::jsonpath)) stored not null,
  version integer not null
);
create table store (
  artist_name text not null,
  avatar_key text,
  fact jsonb not null,
  followers_count integer default 0 not null,
  following_count integer default 0 not null,
  id uuid not null,
  is_hidden boolean default false not null,
  is_published boolean not null,
  likes_received_count integer default 0 not null,
  search_text text default ''::text not null,
  slug text not null,
  store_name text not null,
  updated_at timestamp with time zone not null,
  user_id uuid not null,
  version integer not null
);
create table store_product (
  artwork_id uuid not null,
  created_at timestamp with time zone not null,
  id uuid not null,
  is_archived boolean not null,
  is_listed boolean not null,
  likes_count integer default 0 not null,
  max_price_cents integer,
  min_price_cents integer,
  page_head text,
  page_skus text,
  page_tail text,
  product_type_id uuid not null,
  product_type_name text,
  product_type_slug text,
  search_text text,
  seller_profile_id uuid not null,
  slug text,
  thumbnail_key text,
  title text not null
);
create table template (
  deleted boolean default false not null,
  fact jsonb not null,
  id text not null,
  product_type_id uuid not null,
  version integer not null
);
alter table artwork add constraint artwork_pkey PRIMARY KEY (id);
alter table audit add constraint audit_actor_role_check CHECK ((actor_role = ANY (ARRAY['admin'::text, 'seller'::text, 'customer'::text, 'service'::text, 'anonymous'::text])));
alter table audit add constraint audit_pkey PRIMARY KEY (id);
alter table change_mark add constraint change_mark_pkey PRIMARY KEY (shard);
alter table count_change add constraint count_change_pkey PRIMARY KEY (id);
alter table dead_letter add constraint dead_letter_pkey PRIMARY KEY (event_id);
alter table derivation add constraint derivation_pkey PRIMARY KEY (id);
alter table event_attempt add constraint event_attempt_pkey PRIMARY KEY (event_id);
alter table follow add constraint follow_pkey PRIMARY KEY (id);
alter table follow add constraint follow_user_id_seller_profile_id_key UNIQUE (user_id, seller_profile_id);
alter table gallery add constraint gallery_pkey PRIMARY KEY (seller_product_id);
alter table idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (key_digest);
alter table inbox add constraint inbox_pkey PRIMARY KEY (event_id);
alter table inbox add constraint inbox_state CHECK ((state = ANY (ARRAY['applied'::text, 'unfinished'::text, 'parked'::text])));
alter table mikro_orm_migrations add constraint mikro_orm_migrations_pkey PRIMARY KEY (id);
alter table outbox add constraint outbox_pkey PRIMARY KEY (id);
alter table page_change_epoch add constraint page_change_epoch_is_the_one_check CHECK (is_the_one);
alter table page_change_epoch add constraint page_change_epoch_pkey PRIMARY KEY (is_the_one);
alter table product_count add constraint product_count_pkey PRIMARY KEY (id);
alter table product_like add constraint product_like_pkey PRIMARY KEY (id);
alter table product_like add constraint product_like_user_id_seller_product_id_key UNIQUE (user_id, seller_product_id);
alter table product_type add constraint product_type_pkey PRIMARY KEY (id);
alter table product_variant add constraint product_variant_pkey PRIMARY KEY (id);
alter table render add constraint render_pkey PRIMARY KEY (artwork_id, template_id);
alter table sale add constraint sale_pkey PRIMARY KEY (order_id, seller_product_id);
alter table sales_count add constraint sales_count_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'artwork'::text, 'store'::text])));
alter table sales_count add constraint sales_count_pkey PRIMARY KEY (kind, id);
alter table sales_window add constraint sales_window_is_the_one_check CHECK (is_the_one);
alter table sales_window add constraint sales_window_pkey PRIMARY KEY (is_the_one);
alter table self_check add constraint self_check_findings_check CHECK ((findings >= 0));
alter table self_check add constraint self_check_pkey PRIMARY KEY (name);
alter table seller_product add constraint seller_product_pkey PRIMARY KEY (id);
alter table store add constraint store_pkey PRIMARY KEY (id);
alter table store_product add constraint store_product_pkey PRIMARY KEY (id);
alter table template add constraint template_pkey PRIMARY KEY (id);
CREATE INDEX audit_by_action ON public.audit USING btree (action, occurred_at DESC, id DESC);
CREATE INDEX audit_by_actor ON public.audit USING btree (actor_id, occurred_at DESC, id DESC);
CREATE INDEX audit_by_subject ON public.audit USING btree (subject, occurred_at DESC, id DESC);
CREATE INDEX audit_newest ON public.audit USING btree (occurred_at DESC, id DESC);
CREATE INDEX count_change_seller_product ON public.count_change USING btree (seller_product_id);
CREATE INDEX count_change_seller_profile ON public.count_change USING btree (seller_profile_id);
CREATE INDEX dead_letter_waiting ON public.dead_letter USING btree (id) WHERE ((replayed_at IS NULL) AND (discarded_at IS NULL));
CREATE INDEX derivation_due ON public.derivation USING btree (due_at, id);
CREATE INDEX event_attempt_failed_at ON public.event_attempt USING btree (failed_at);
CREATE INDEX follow_seller_profile ON public.follow USING btree (seller_profile_id);
CREATE INDEX idempotency_key_created_at ON public.idempotency_key USING btree (created_at);
CREATE INDEX idempotency_key_share ON public.idempotency_key USING btree (share) WHERE (share IS NOT NULL);
CREATE INDEX inbox_applied_at ON public.inbox USING btree (applied_at);
CREATE INDEX inbox_not_applied ON public.inbox USING btree (state) WHERE (state <> 'applied'::text);
CREATE INDEX outbox_refused ON public.outbox USING btree (id) WHERE (refused_at IS NOT NULL);
CREATE INDEX outbox_sent_at ON public.outbox USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX outbox_unsent ON public.outbox USING btree (id) WHERE ((sent_at IS NULL) AND (refused_at IS NULL));
CREATE INDEX page_change_made_at ON public.page_change USING brin (made_at);
CREATE INDEX page_change_xid ON public.page_change USING btree (xid);
CREATE INDEX product_count_popular ON public.product_count USING btree (seller_profile_id, is_listed, likes_count DESC, created_at DESC, id DESC);
CREATE INDEX product_count_words ON public.product_count USING btree (likes_count DESC, created_at DESC, id DESC) INCLUDE (seller_profile_id, search_text) WHERE is_listed;
CREATE INDEX product_like_seller_product ON public.product_like USING btree (seller_product_id);
CREATE INDEX render_template ON public.render USING btree (template_id, artwork_id);
CREATE INDEX sale_not_sold ON public.sale USING btree (told_at) WHERE (sold_on IS NULL);
CREATE INDEX sale_sold_on ON public.sale USING btree (sold_on, seller_product_id) WHERE (sold_on IS NOT NULL);
CREATE INDEX sales_count_recent ON public.sales_count USING btree (kind, recent DESC, id DESC) WHERE (recent > 0);
CREATE INDEX sales_count_total ON public.sales_count USING btree (kind, total DESC, id DESC) WHERE (total > 0);
CREATE INDEX seller_product_artwork ON public.seller_product USING btree (artwork_id, id);
CREATE INDEX seller_product_product_type ON public.seller_product USING btree (product_type_id, id);
CREATE INDEX store_product_all_newest ON public.store_product USING btree (created_at DESC, id DESC) WHERE is_listed;
CREATE INDEX store_product_designs ON public.store_product USING btree (seller_profile_id, artwork_id) WHERE is_listed;
CREATE INDEX store_product_newest ON public.store_product USING btree (seller_profile_id, created_at DESC, id DESC) WHERE is_listed;
CREATE INDEX store_product_price_asc ON public.store_product USING btree (seller_profile_id, min_price_cents, created_at DESC, id DESC) WHERE is_listed;
CREATE INDEX store_product_price_desc ON public.store_product USING btree (seller_profile_id, min_price_cents DESC NULLS LAST, created_at DESC, id DESC) WHERE is_listed;
CREATE INDEX store_product_product_type ON public.store_product USING btree (seller_profile_id, product_type_slug, created_at DESC, id DESC) WHERE is_listed;
CREATE INDEX store_product_recommended ON public.store_product USING btree (product_type_id, created_at DESC, id DESC, seller_profile_id) WHERE is_listed;
CREATE INDEX store_product_same_artwork ON public.store_product USING btree (artwork_id, created_at DESC, id DESC, seller_profile_id) WHERE is_listed;
CREATE INDEX store_product_search ON public.store_product USING gin (search_text gin_trgm_ops) WHERE is_listed;
CREATE INDEX store_product_seller ON public.store_product USING btree (seller_profile_id) WHERE (NOT is_archived);
CREATE INDEX store_product_slug ON public.store_product USING btree (seller_profile_id, slug) WHERE is_listed;
CREATE INDEX store_product_type_of_seller ON public.store_product USING btree (product_type_id, seller_profile_id, created_at DESC, id DESC) WHERE is_listed;
CREATE INDEX store_search ON public.store USING gin (search_text gin_trgm_ops) WHERE is_published;
CREATE INDEX store_slug ON public.store USING btree (slug);
CREATE INDEX store_user ON public.store USING btree (user_id);
CREATE INDEX template_product_type ON public.template USING btree (product_type_id);
CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE ON public.audit FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER change_all_pages AFTER UPDATE ON public.change_mark FOR EACH STATEMENT EXECUTE FUNCTION change_all_pages();
CREATE TRIGGER outbox_wakes_relay AFTER INSERT ON public.outbox FOR EACH STATEMENT WHEN ((current_setting('estampa.quiet'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION wake_outbox_relay();
alter table change_mark set (fillfactor=10);
alter table product_count set (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
alter table store set (fillfactor=70);
insert into mikro_orm_migrations (name) values ('InfrastructureMigration');
insert into mikro_orm_migrations (name) values ('InboxStateMigration');
insert into mikro_orm_migrations (name) values ('EventDeliveryMigration');
insert into mikro_orm_migrations (name) values ('IdempotencyClaimMigration');
insert into mikro_orm_migrations (name) values ('QuietOutboxMigration');
insert into mikro_orm_migrations (name) values ('AuditMigration');
insert into mikro_orm_migrations (name) values ('IdempotencyShareMigration');
insert into mikro_orm_migrations (name) values ('SelfCheckMigration');
insert into mikro_orm_migrations (name) values ('AuditByActionMigration');
insert into mikro_orm_migrations (name) values ('FactTables');
insert into mikro_orm_migrations (name) values ('StoreProductTable');
insert into mikro_orm_migrations (name) values ('SocialTables');
insert into mikro_orm_migrations (name) values ('ChangeMarkTable');
insert into mikro_orm_migrations (name) values ('ImageKeys');
insert into mikro_orm_migrations (name) values ('DeletedFacts');
insert into mikro_orm_migrations (name) values ('DerivationTable');
insert into mikro_orm_migrations (name) values ('PageChangeTables');
insert into mikro_orm_migrations (name) values ('HiddenStores');
insert into mikro_orm_migrations (name) values ('CountChanges');
insert into mikro_orm_migrations (name) values ('Sales');
insert into mikro_orm_migrations (name) values ('Search');
insert into mikro_orm_migrations (name) values ('SkuLists');
insert into mikro_orm_migrations (name) values ('ProductVariantTable');
insert into mikro_orm_migrations (name) values ('Galleries');
insert into mikro_orm_migrations (name) values ('ProductCounts');
insert into mikro_orm_migrations (name) values ('OldSales');
insert into mikro_orm_migrations (name) values ('TypeOfSellers');
insert into mikro_orm_migrations (name) values ('PopularWords');
insert into mikro_orm_migrations (name) values ('WordsOfProducts');
