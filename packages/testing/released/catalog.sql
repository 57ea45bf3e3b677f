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
create table asset (
  created_at timestamp with time zone not null,
  id uuid not null,
  is_active boolean not null,
  key text not null,
  key_label_en text,
  key_label_pt text,
  label_en text,
  label_pt text not null,
  product_type_id uuid not null,
  value text not null
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
create table completed_template_image (
  completed_at timestamp with time zone not null,
  height_px integer not null,
  image_key text not null,
  kind text not null,
  template_id text not null,
  upload_key text not null,
  width_px integer not null
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
create table event_attempt (
  attempts integer default 1 not null,
  event_id uuid not null,
  failed_at timestamp with time zone default now() not null
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
create table option_value (
  created_at timestamp with time zone not null,
  hex_color text,
  id uuid not null,
  is_active boolean not null,
  label_en text,
  label_pt text not null,
  option_id uuid not null,
  value text not null
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
create table product_option (
  created_at timestamp with time zone not null,
  display_behavior text not null,
  id uuid not null,
  input_type text not null,
  is_active boolean not null,
  key text not null,
  label_en text,
  label_pt text not null,
  product_type_id uuid not null,
  required boolean not null
);
create table product_type (
  artist_royalty_basis_points integer not null,
  created_at timestamp with time zone not null,
  description text,
  id uuid not null,
  is_active boolean not null,
  name text not null,
  platform_fee_basis_points integer not null,
  slug text not null,
  variant_count integer default 0 not null,
  version integer not null
);
create table product_variant (
  assets jsonb not null,
  base_cost_cents integer not null,
  created_at timestamp with time zone not null,
  id uuid not null,
  is_active boolean not null,
  packaging_days integer not null,
  part integer default 0 not null,
  product_type_id uuid not null,
  production_days integer not null,
  sku text not null
);
create table self_check (
  checked_at timestamp with time zone not null,
  findings integer not null,
  name text not null
);
create table seller_product (
  artwork_id uuid not null,
  created_at timestamp with time zone not null,
  description text,
  id uuid not null,
  product_type_id uuid not null,
  published_at timestamp with time zone,
  seller_profile_id uuid not null,
  slug text,
  status text not null,
  title text not null,
  updated_at timestamp with time zone not null,
  version integer not null
);
create table seller_product_variant (
  allowed_options jsonb not null,
  created_at timestamp with time zone not null,
  id uuid not null,
  is_active boolean not null,
  price_cents integer not null,
  product_variant_id uuid not null,
  seller_product_id uuid not null,
  sku text
);
create table template (
  assets jsonb not null,
  bleed_mm double precision default 0 not null,
  created_at timestamp with time zone not null,
  display_name text not null,
  id text not null,
  images jsonb not null,
  is_active boolean not null,
  options jsonb,
  print_area jsonb,
  print_width_mm double precision,
  product_type_id uuid not null,
  revision integer not null,
  safe_mm double precision default 0 not null,
  source_image jsonb,
  updated_at timestamp with time zone not null,
  version integer not null
);
alter table asset add constraint asset_pkey PRIMARY KEY (id);
alter table audit add constraint audit_actor_role_check CHECK ((actor_role = ANY (ARRAY['admin'::text, 'seller'::text, 'customer'::text, 'service'::text, 'anonymous'::text])));
alter table audit add constraint audit_pkey PRIMARY KEY (id);
alter table completed_template_image add constraint completed_template_image_pkey PRIMARY KEY (template_id, upload_key);
alter table dead_letter add constraint dead_letter_pkey PRIMARY KEY (event_id);
alter table event_attempt add constraint event_attempt_pkey PRIMARY KEY (event_id);
alter table idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (key_digest);
alter table inbox add constraint inbox_pkey PRIMARY KEY (event_id);
alter table inbox add constraint inbox_state CHECK ((state = ANY (ARRAY['applied'::text, 'unfinished'::text, 'parked'::text])));
alter table mikro_orm_migrations add constraint mikro_orm_migrations_pkey PRIMARY KEY (id);
alter table option_value add constraint option_value_pkey PRIMARY KEY (id);
alter table outbox add constraint outbox_pkey PRIMARY KEY (id);
alter table product_option add constraint product_option_pkey PRIMARY KEY (id);
alter table product_type add constraint product_type_artist_royalty_basis_points_check CHECK (((artist_royalty_basis_points >= 0) AND (artist_royalty_basis_points <= 10000)));
alter table product_type add constraint product_type_pkey PRIMARY KEY (id);
alter table product_type add constraint product_type_platform_fee_basis_points_check CHECK (((platform_fee_basis_points >= 0) AND (platform_fee_basis_points <= 10000)));
alter table product_type add constraint product_type_slug UNIQUE (slug);
alter table product_type add constraint product_type_slug_check CHECK ((slug ~ '^[a-z0-9-]{1,50}$'::text));
alter table product_variant add constraint product_variant_base_cost_cents_check CHECK ((base_cost_cents >= 0));
alter table product_variant add constraint product_variant_packaging_days_check CHECK ((packaging_days >= 0));
alter table product_variant add constraint product_variant_pkey PRIMARY KEY (id);
alter table product_variant add constraint product_variant_production_days_check CHECK ((production_days >= 0));
alter table self_check add constraint self_check_findings_check CHECK ((findings >= 0));
alter table self_check add constraint self_check_pkey PRIMARY KEY (name);
alter table seller_product add constraint seller_product_check CHECK (((status <> 'active'::text) OR (slug IS NOT NULL)));
alter table seller_product add constraint seller_product_pkey PRIMARY KEY (id);
alter table seller_product add constraint seller_product_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'archived'::text])));
alter table seller_product_variant add constraint seller_product_variant_pkey PRIMARY KEY (id);
alter table seller_product_variant add constraint seller_product_variant_price_cents_check CHECK ((price_cents > 0));
alter table template add constraint template_bleed_mm_check CHECK (((bleed_mm >= (0)::double precision) AND (bleed_mm <= (20)::double precision)));
alter table template add constraint template_id_check CHECK ((id ~ '^[a-z0-9-]{1,80}$'::text));
alter table template add constraint template_pkey PRIMARY KEY (id);
alter table template add constraint template_print_width_mm_check CHECK ((print_width_mm > (0)::double precision));
alter table template add constraint template_safe_mm_check CHECK (((safe_mm >= (0)::double precision) AND (safe_mm <= (20)::double precision)));
alter table asset add constraint asset_product_type_id_fkey FOREIGN KEY (product_type_id) REFERENCES product_type(id) ON DELETE CASCADE;
alter table completed_template_image add constraint completed_template_image_template_id_fkey FOREIGN KEY (template_id) REFERENCES template(id) ON DELETE CASCADE;
alter table option_value add constraint option_value_option_id_fkey FOREIGN KEY (option_id) REFERENCES product_option(id) ON DELETE CASCADE;
alter table product_option add constraint product_option_product_type_id_fkey FOREIGN KEY (product_type_id) REFERENCES product_type(id) ON DELETE CASCADE;
alter table product_variant add constraint product_variant_product_type_id_fkey FOREIGN KEY (product_type_id) REFERENCES product_type(id) ON DELETE CASCADE;
alter table seller_product add constraint seller_product_product_type_id_fkey FOREIGN KEY (product_type_id) REFERENCES product_type(id);
alter table seller_product_variant add constraint seller_product_variant_product_variant_id_fkey FOREIGN KEY (product_variant_id) REFERENCES product_variant(id);
alter table seller_product_variant add constraint seller_product_variant_seller_product_id_fkey FOREIGN KEY (seller_product_id) REFERENCES seller_product(id) ON DELETE CASCADE;
alter table template add constraint template_product_type_id_fkey FOREIGN KEY (product_type_id) REFERENCES product_type(id) ON DELETE CASCADE;
CREATE UNIQUE INDEX asset_key_value ON public.asset USING btree (product_type_id, key, value) WHERE is_active;
CREATE INDEX asset_newest ON public.asset USING btree (product_type_id, created_at DESC, id DESC);
CREATE INDEX audit_by_action ON public.audit USING btree (action, occurred_at DESC, id DESC);
CREATE INDEX audit_by_actor ON public.audit USING btree (actor_id, occurred_at DESC, id DESC);
CREATE INDEX audit_by_subject ON public.audit USING btree (subject, occurred_at DESC, id DESC);
CREATE INDEX audit_newest ON public.audit USING btree (occurred_at DESC, id DESC);
CREATE INDEX completed_template_image_old ON public.completed_template_image USING btree (completed_at);
CREATE INDEX dead_letter_waiting ON public.dead_letter USING btree (id) WHERE ((replayed_at IS NULL) AND (discarded_at IS NULL));
CREATE INDEX event_attempt_failed_at ON public.event_attempt USING btree (failed_at);
CREATE INDEX idempotency_key_created_at ON public.idempotency_key USING btree (created_at);
CREATE INDEX idempotency_key_share ON public.idempotency_key USING btree (share) WHERE (share IS NOT NULL);
CREATE INDEX inbox_applied_at ON public.inbox USING btree (applied_at);
CREATE INDEX inbox_not_applied ON public.inbox USING btree (state) WHERE (state <> 'applied'::text);
CREATE INDEX option_value_option ON public.option_value USING btree (option_id, id);
CREATE UNIQUE INDEX option_value_value ON public.option_value USING btree (option_id, value) WHERE is_active;
CREATE INDEX outbox_refused ON public.outbox USING btree (id) WHERE (refused_at IS NOT NULL);
CREATE INDEX outbox_sent_at ON public.outbox USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX outbox_unsent ON public.outbox USING btree (id) WHERE ((sent_at IS NULL) AND (refused_at IS NULL));
CREATE UNIQUE INDEX product_option_key ON public.product_option USING btree (product_type_id, key) WHERE is_active;
CREATE INDEX product_option_newest ON public.product_option USING btree (product_type_id, created_at DESC, id DESC);
CREATE INDEX product_type_newest ON public.product_type USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX product_variant_assets ON public.product_variant USING btree (product_type_id, md5((assets)::text)) WHERE is_active;
CREATE INDEX product_variant_newest ON public.product_variant USING btree (product_type_id, created_at DESC, id DESC);
CREATE INDEX product_variant_part ON public.product_variant USING btree (product_type_id, part);
CREATE UNIQUE INDEX product_variant_sku ON public.product_variant USING btree (product_type_id, md5(sku));
CREATE INDEX seller_product_newest ON public.seller_product USING btree (seller_profile_id, created_at DESC, id DESC);
CREATE INDEX seller_product_published ON public.seller_product USING btree (seller_profile_id) WHERE (published_at IS NOT NULL);
CREATE UNIQUE INDEX seller_product_slug ON public.seller_product USING btree (seller_profile_id, slug);
CREATE INDEX seller_product_status ON public.seller_product USING btree (seller_profile_id, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX seller_product_variant_once ON public.seller_product_variant USING btree (seller_product_id, product_variant_id) WHERE is_active;
CREATE INDEX seller_product_variant_product ON public.seller_product_variant USING btree (seller_product_id, id);
CREATE INDEX seller_product_variant_variant ON public.seller_product_variant USING btree (product_variant_id);
CREATE INDEX template_newest ON public.template USING btree (product_type_id, created_at DESC, id DESC);
CREATE INDEX template_newest_of_all ON public.template USING btree (created_at DESC, id DESC);
CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE ON public.audit FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER outbox_wakes_relay AFTER INSERT ON public.outbox FOR EACH STATEMENT WHEN ((current_setting('estampa.quiet'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION wake_outbox_relay();
alter table product_variant set (fillfactor=50);
insert into mikro_orm_migrations (name) values ('InfrastructureMigration');
insert into mikro_orm_migrations (name) values ('InboxStateMigration');
insert into mikro_orm_migrations (name) values ('EventDeliveryMigration');
insert into mikro_orm_migrations (name) values ('IdempotencyClaimMigration');
insert into mikro_orm_migrations (name) values ('QuietOutboxMigration');
insert into mikro_orm_migrations (name) values ('AuditMigration');
insert into mikro_orm_migrations (name) values ('IdempotencyShareMigration');
insert into mikro_orm_migrations (name) values ('SelfCheckMigration');
insert into mikro_orm_migrations (name) values ('AuditByActionMigration');
insert into mikro_orm_migrations (name) values ('CreateProductTypes');
insert into mikro_orm_migrations (name) values ('CreateOptions');
insert into mikro_orm_migrations (name) values ('CreateVariants');
insert into mikro_orm_migrations (name) values ('CreateTemplates');
insert into mikro_orm_migrations (name) values ('CreateSellerProducts');
insert into mikro_orm_migrations (name) values ('KeepPictureKeys');
insert into mikro_orm_migrations (name) values ('CreateCompletedTemplateImages');
insert into mikro_orm_migrations (name) values ('AnnounceVariantsInParts');
insert into mikro_orm_migrations (name) values ('LeaveRoomForCosts');
insert into mikro_orm_migrations (name) values ('AddPrintWidths');
insert into mikro_orm_migrations (name) values ('AddPrintMargins');
