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
  content_hash text not null,
  created_at timestamp with time zone not null,
  description text,
  dominant_color text not null,
  duplicate_of uuid,
  file_version integer not null,
  format text not null,
  height_px integer not null,
  id uuid not null,
  original_etag text not null,
  seller_profile_id uuid not null,
  size_bytes integer not null,
  slug text not null,
  status text not null,
  tags jsonb not null,
  title text not null,
  updated_at timestamp with time zone not null,
  version integer not null,
  width_px integer not null,
  working_height_px integer not null,
  working_width_px integer not null
);
create table artwork_file (
  artwork_id uuid not null,
  content_hash text not null,
  created_at timestamp with time zone not null,
  file_version integer not null,
  format text not null,
  height_px integer not null,
  place_after timestamp with time zone,
  seller_profile_id uuid not null,
  size_bytes integer not null,
  taken_key text,
  width_px integer not null
);
create table artwork_hold (
  artwork_id uuid not null,
  product_version integer not null,
  seller_product_id uuid not null,
  until timestamp with time zone not null
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
create table discarded_object (
  due_at timestamp with time zone not null,
  key text not null
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
create table placement (
  artwork_id uuid not null,
  rotation double precision not null,
  scale double precision not null,
  template_id text not null,
  updated_at timestamp with time zone not null,
  x double precision not null,
  y double precision not null
);
create table print_file (
  artwork_id uuid not null,
  content_hash text,
  digest text not null,
  due_at timestamp with time zone,
  job jsonb not null,
  key text,
  size_bytes bigint,
  times_forgotten integer default 0 not null,
  tries integer default 0 not null,
  used_at timestamp with time zone default now() not null
);
create table print_item (
  order_item_id uuid not null,
  print_digest text not null
);
create table product_image (
  alt_text text,
  created_at timestamp with time zone not null,
  id uuid not null,
  is_primary boolean not null,
  key text not null,
  "position" integer not null,
  seller_product_id uuid not null
);
create table profile_image (
  fact_version integer,
  key text not null,
  seller_profile_id uuid not null,
  unnamed_until timestamp with time zone not null
);
create table render (
  artwork_id uuid not null,
  artwork_version integer not null,
  created_at timestamp with time zone not null,
  error text,
  height_px integer not null,
  id uuid not null,
  input_hash text,
  is_deleted boolean default false not null,
  key text,
  lease_id uuid,
  lease_until timestamp with time zone,
  pending_hash text,
  placement jsonb not null,
  print_area jsonb,
  status text not null,
  template_id text not null,
  template_revision integer,
  version integer not null,
  width_px integer not null
);
create table render_refresh (
  artwork_id uuid not null,
  asked integer not null,
  due_at timestamp with time zone not null,
  tries integer not null
);
create table render_request (
  artwork_id uuid not null,
  due_at timestamp with time zone not null,
  free_at timestamp with time zone not null,
  id uuid not null,
  placement jsonb not null,
  seller_profile_id uuid not null,
  template_id text not null,
  tries integer not null
);
create table render_task (
  artwork_id uuid not null,
  artwork_version integer,
  due_at timestamp with time zone not null,
  free_at timestamp with time zone not null,
  id uuid not null,
  placement jsonb,
  reason text not null,
  seller_profile_id uuid not null,
  template_id text not null,
  tries integer not null
);
create table self_check (
  checked_at timestamp with time zone not null,
  findings integer not null,
  name text not null
);
create table seller_product (
  artwork_id uuid not null,
  deleted boolean not null,
  fact jsonb not null,
  gallery_version integer default 0 not null,
  id uuid not null,
  product_type_id uuid not null,
  seller_profile_id uuid not null,
  status text not null,
  version integer not null
);
create table seller_storage (
  original_bytes bigint not null,
  seller_profile_id uuid not null
);
create table sold_picture (
  key text not null
);
create table template (
  bleed_mm double precision default 0 not null,
  fact jsonb,
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
  version integer not null
);
create table template_refresh (
  after_artwork_id uuid not null,
  template_id text not null
);
create table upload (
  artwork_id uuid,
  completed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  file_version integer,
  format text not null,
  image_kind text,
  key text not null,
  seller_profile_id uuid,
  size_bytes integer not null,
  template_id text
);
alter table artwork add constraint artwork_dominant_color_check CHECK ((dominant_color ~ '^#[0-9A-F]{6}$'::text));
alter table artwork add constraint artwork_file_version_check CHECK ((file_version > 0));
alter table artwork add constraint artwork_format_check CHECK ((format = ANY (ARRAY['png'::text, 'jpeg'::text, 'webp'::text])));
alter table artwork add constraint artwork_height_px_check CHECK ((height_px > 0));
alter table artwork add constraint artwork_pkey PRIMARY KEY (id);
alter table artwork add constraint artwork_slug_check CHECK ((slug ~ '^[a-z0-9-]{1,100}$'::text));
alter table artwork add constraint artwork_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])));
alter table artwork add constraint artwork_width_px_check CHECK ((width_px > 0));
alter table artwork_file add constraint artwork_file_check CHECK (((taken_key IS NULL) = (place_after IS NULL)));
alter table artwork_file add constraint artwork_file_file_version_check CHECK ((file_version > 0));
alter table artwork_file add constraint artwork_file_format_check CHECK ((format = ANY (ARRAY['png'::text, 'jpeg'::text, 'webp'::text])));
alter table artwork_file add constraint artwork_file_pkey PRIMARY KEY (artwork_id, file_version);
alter table artwork_hold add constraint artwork_hold_pkey PRIMARY KEY (seller_product_id);
alter table audit add constraint audit_actor_role_check CHECK ((actor_role = ANY (ARRAY['admin'::text, 'seller'::text, 'customer'::text, 'service'::text, 'anonymous'::text])));
alter table audit add constraint audit_pkey PRIMARY KEY (id);
alter table dead_letter add constraint dead_letter_pkey PRIMARY KEY (event_id);
alter table discarded_object add constraint discarded_object_pkey PRIMARY KEY (key);
alter table event_attempt add constraint event_attempt_pkey PRIMARY KEY (event_id);
alter table idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (key_digest);
alter table inbox add constraint inbox_pkey PRIMARY KEY (event_id);
alter table inbox add constraint inbox_state CHECK ((state = ANY (ARRAY['applied'::text, 'unfinished'::text, 'parked'::text])));
alter table mikro_orm_migrations add constraint mikro_orm_migrations_pkey PRIMARY KEY (id);
alter table outbox add constraint outbox_pkey PRIMARY KEY (id);
alter table placement add constraint placement_pkey PRIMARY KEY (artwork_id, template_id);
alter table placement add constraint placement_rotation_check CHECK (((rotation >= (0)::double precision) AND (rotation < (360)::double precision)));
alter table placement add constraint placement_scale_check CHECK (((scale >= (0.01)::double precision) AND (scale <= (20)::double precision)));
alter table print_file add constraint print_file_check CHECK (((due_at IS NULL) = (key IS NOT NULL)));
alter table print_file add constraint print_file_check1 CHECK ((((key IS NULL) = (size_bytes IS NULL)) AND ((key IS NULL) = (content_hash IS NULL))));
alter table print_file add constraint print_file_key_key UNIQUE (key);
alter table print_file add constraint print_file_pkey PRIMARY KEY (digest);
alter table print_item add constraint print_item_pkey PRIMARY KEY (order_item_id);
alter table product_image add constraint product_image_key_key UNIQUE (key);
alter table product_image add constraint product_image_pkey PRIMARY KEY (id);
alter table product_image add constraint product_image_position_check CHECK (("position" >= 0));
alter table product_image add constraint product_image_seller_product_id_position_key UNIQUE (seller_product_id, "position") DEFERRABLE INITIALLY DEFERRED;
alter table profile_image add constraint profile_image_pkey PRIMARY KEY (key);
alter table render add constraint render_check CHECK (((status <> 'rendered'::text) OR ((key IS NOT NULL) AND (input_hash IS NOT NULL))));
alter table render add constraint render_id_key UNIQUE (id);
alter table render add constraint render_pkey PRIMARY KEY (artwork_id, template_id);
alter table render add constraint render_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'rendering'::text, 'rendered'::text, 'failed'::text])));
alter table render_refresh add constraint render_refresh_pkey PRIMARY KEY (artwork_id);
alter table render_request add constraint render_request_id_key UNIQUE (id);
alter table render_request add constraint render_request_pkey PRIMARY KEY (artwork_id, template_id);
alter table render_task add constraint render_task_check CHECK (((reason = 'requested'::text) = ((placement IS NOT NULL) AND (artwork_version IS NOT NULL))));
alter table render_task add constraint render_task_id_key UNIQUE (id);
alter table render_task add constraint render_task_pkey PRIMARY KEY (artwork_id, template_id);
alter table render_task add constraint render_task_reason_check CHECK ((reason = ANY (ARRAY['requested'::text, 'outdated'::text])));
alter table self_check add constraint self_check_findings_check CHECK ((findings >= 0));
alter table self_check add constraint self_check_pkey PRIMARY KEY (name);
alter table seller_product add constraint seller_product_pkey PRIMARY KEY (id);
alter table seller_storage add constraint seller_storage_pkey PRIMARY KEY (seller_profile_id);
alter table sold_picture add constraint sold_picture_pkey PRIMARY KEY (key);
alter table template add constraint template_pkey PRIMARY KEY (id);
alter table template_refresh add constraint template_refresh_pkey PRIMARY KEY (template_id);
alter table upload add constraint upload_format_check CHECK ((format = ANY (ARRAY['png'::text, 'jpeg'::text, 'webp'::text])));
alter table upload add constraint upload_owner CHECK ((((artwork_id IS NOT NULL) AND (seller_profile_id IS NOT NULL) AND (file_version IS NOT NULL) AND (template_id IS NULL)) OR ((artwork_id IS NULL) AND (template_id IS NOT NULL) AND (image_kind IS NOT NULL)) OR ((artwork_id IS NULL) AND (template_id IS NULL) AND (seller_profile_id IS NOT NULL) AND (image_kind IS NOT NULL))));
alter table upload add constraint upload_pkey PRIMARY KEY (key);
alter table upload add constraint upload_size_bytes_check CHECK ((size_bytes > 0));
alter table artwork_file add constraint artwork_file_artwork_id_fkey FOREIGN KEY (artwork_id) REFERENCES artwork(id) ON DELETE CASCADE;
alter table artwork_hold add constraint artwork_hold_artwork_id_fkey FOREIGN KEY (artwork_id) REFERENCES artwork(id) ON DELETE CASCADE;
alter table placement add constraint placement_artwork_id_fkey FOREIGN KEY (artwork_id) REFERENCES artwork(id) ON DELETE CASCADE;
alter table product_image add constraint product_image_seller_product_id_fkey FOREIGN KEY (seller_product_id) REFERENCES seller_product(id);
alter table render add constraint render_artwork_id_fkey FOREIGN KEY (artwork_id) REFERENCES artwork(id) ON DELETE CASCADE;
alter table render_refresh add constraint render_refresh_artwork_id_fkey FOREIGN KEY (artwork_id) REFERENCES artwork(id) ON DELETE CASCADE;
alter table render_request add constraint render_request_artwork_id_fkey FOREIGN KEY (artwork_id) REFERENCES artwork(id) ON DELETE CASCADE;
alter table render_task add constraint render_task_artwork_id_fkey FOREIGN KEY (artwork_id) REFERENCES artwork(id) ON DELETE CASCADE;
CREATE INDEX artwork_file_content ON public.artwork_file USING btree (seller_profile_id, content_hash);
CREATE INDEX artwork_file_unplaced ON public.artwork_file USING btree (place_after) WHERE (place_after IS NOT NULL);
CREATE INDEX artwork_hold_artwork ON public.artwork_hold USING btree (artwork_id);
CREATE INDEX artwork_newest ON public.artwork USING btree (seller_profile_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX artwork_slug ON public.artwork USING btree (seller_profile_id, slug);
CREATE INDEX audit_by_action ON public.audit USING btree (action, occurred_at DESC, id DESC);
CREATE INDEX audit_by_actor ON public.audit USING btree (actor_id, occurred_at DESC, id DESC);
CREATE INDEX audit_by_subject ON public.audit USING btree (subject, occurred_at DESC, id DESC);
CREATE INDEX audit_newest ON public.audit USING btree (occurred_at DESC, id DESC);
CREATE INDEX dead_letter_waiting ON public.dead_letter USING btree (id) WHERE ((replayed_at IS NULL) AND (discarded_at IS NULL));
CREATE INDEX discarded_object_due ON public.discarded_object USING btree (due_at);
CREATE INDEX event_attempt_failed_at ON public.event_attempt USING btree (failed_at);
CREATE INDEX idempotency_key_created_at ON public.idempotency_key USING btree (created_at);
CREATE INDEX idempotency_key_share ON public.idempotency_key USING btree (share) WHERE (share IS NOT NULL);
CREATE INDEX inbox_applied_at ON public.inbox USING btree (applied_at);
CREATE INDEX inbox_not_applied ON public.inbox USING btree (state) WHERE (state <> 'applied'::text);
CREATE INDEX outbox_refused ON public.outbox USING btree (id) WHERE (refused_at IS NOT NULL);
CREATE INDEX outbox_sent_at ON public.outbox USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX outbox_unsent ON public.outbox USING btree (id) WHERE ((sent_at IS NULL) AND (refused_at IS NULL));
CREATE INDEX print_file_artwork ON public.print_file USING btree (artwork_id);
CREATE INDEX print_file_due ON public.print_file USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX print_file_used ON public.print_file USING btree (used_at) WHERE (key IS NOT NULL);
CREATE INDEX profile_image_owner ON public.profile_image USING btree (seller_profile_id);
CREATE INDEX profile_image_unnamed ON public.profile_image USING btree (unnamed_until) WHERE (fact_version IS NULL);
CREATE INDEX render_key ON public.render USING btree (key) WHERE (key IS NOT NULL);
CREATE INDEX render_newest ON public.render USING btree (artwork_id, created_at DESC, id DESC);
CREATE INDEX render_pending ON public.render USING btree (artwork_id) WHERE (pending_hash IS NOT NULL);
CREATE INDEX render_refresh_due ON public.render_refresh USING btree (due_at);
CREATE INDEX render_request_due ON public.render_request USING btree (due_at);
CREATE INDEX render_request_seller ON public.render_request USING btree (seller_profile_id);
CREATE INDEX render_task_due ON public.render_task USING btree (due_at);
CREATE INDEX render_task_requested ON public.render_task USING btree (due_at) WHERE (reason = 'requested'::text);
CREATE INDEX render_task_seller ON public.render_task USING btree (seller_profile_id);
CREATE INDEX render_template ON public.render USING btree (template_id, artwork_id);
CREATE INDEX seller_product_artwork ON public.seller_product USING btree (artwork_id) WHERE (NOT deleted);
CREATE INDEX upload_artwork ON public.upload USING btree (artwork_id) WHERE (artwork_id IS NOT NULL);
CREATE INDEX upload_completed ON public.upload USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX upload_open ON public.upload USING btree (expires_at) WHERE (completed_at IS NULL);
CREATE INDEX upload_open_original ON public.upload USING btree (seller_profile_id) WHERE ((completed_at IS NULL) AND (artwork_id IS NOT NULL));
CREATE INDEX upload_template ON public.upload USING btree (template_id, image_kind, created_at DESC, key DESC) WHERE (template_id IS NOT NULL);
CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE ON public.audit FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER outbox_wakes_relay AFTER INSERT ON public.outbox FOR EACH STATEMENT WHEN ((current_setting('estampa.quiet'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION wake_outbox_relay();
insert into mikro_orm_migrations (name) values ('InfrastructureMigration');
insert into mikro_orm_migrations (name) values ('InboxStateMigration');
insert into mikro_orm_migrations (name) values ('EventDeliveryMigration');
insert into mikro_orm_migrations (name) values ('IdempotencyClaimMigration');
insert into mikro_orm_migrations (name) values ('QuietOutboxMigration');
insert into mikro_orm_migrations (name) values ('AuditMigration');
insert into mikro_orm_migrations (name) values ('IdempotencyShareMigration');
insert into mikro_orm_migrations (name) values ('SelfCheckMigration');
insert into mikro_orm_migrations (name) values ('AuditByActionMigration');
insert into mikro_orm_migrations (name) values ('CreateArtworks');
insert into mikro_orm_migrations (name) values ('CreateUploads');
insert into mikro_orm_migrations (name) values ('CreateTemplates');
insert into mikro_orm_migrations (name) values ('CreateRenders');
insert into mikro_orm_migrations (name) values ('KeepTemplateFacts');
insert into mikro_orm_migrations (name) values ('CreateProfileImages');
insert into mikro_orm_migrations (name) values ('CreateDiscardedObjects');
insert into mikro_orm_migrations (name) values ('IndexTemplateUploads');
insert into mikro_orm_migrations (name) values ('KeepSellerProducts');
insert into mikro_orm_migrations (name) values ('CreateProductImages');
insert into mikro_orm_migrations (name) values ('CreateArtworkFiles');
insert into mikro_orm_migrations (name) values ('CreateArtworkHolds');
insert into mikro_orm_migrations (name) values ('RemoveRenders');
insert into mikro_orm_migrations (name) values ('CreateRenderRefreshes');
insert into mikro_orm_migrations (name) values ('CreateRenderRequests');
insert into mikro_orm_migrations (name) values ('RecordPrintAreas');
insert into mikro_orm_migrations (name) values ('CreatePrintFiles');
insert into mikro_orm_migrations (name) values ('CreateRenderTasks');
insert into mikro_orm_migrations (name) values ('KeepSoldPictures');
insert into mikro_orm_migrations (name) values ('FindRequestedTasks');
insert into mikro_orm_migrations (name) values ('IndexOpenUploads');
insert into mikro_orm_migrations (name) values ('KeepPrintMargins');
insert into mikro_orm_migrations (name) values ('ForgetPrints');
