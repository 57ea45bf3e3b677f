create extension if not exists pg_trgm;
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
create table customer_profile (
  active boolean not null,
  created_at timestamp(3) with time zone not null,
  id uuid not null,
  user_id uuid not null
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
create table device_secret (
  only_one boolean default true not null,
  secret bytea not null
);
create table email (
  about text not null,
  attempts integer not null,
  body text,
  created_at timestamp(3) with time zone not null,
  give_up_at timestamp(3) with time zone not null,
  id uuid not null,
  last_error text,
  next_attempt_at timestamp(3) with time zone not null,
  recipient text not null,
  sent_at timestamp(3) with time zone,
  subject text not null
);
create table email_verification (
  created_at timestamp(3) with time zone not null,
  email text not null,
  expires_at timestamp(3) with time zone not null,
  token_hash text not null,
  user_id uuid not null
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
create table password_reset (
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  token_hash text not null,
  user_id uuid
);
create unlogged table rate_count (
  asked integer not null,
  bucket text not null,
  ends_at timestamp(3) with time zone not null
);
create table refresh_token (
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  session_id uuid not null,
  successor text,
  token_hash text not null,
  used_at timestamp(3) with time zone
);
create table self_check (
  checked_at timestamp with time zone not null,
  findings integer not null,
  name text not null
);
create table seller_profile (
  active boolean not null,
  avatar_key text,
  banner_key text,
  bio text,
  created_at timestamp(3) with time zone not null,
  display_name text,
  first_published_at timestamp(3) with time zone,
  id uuid not null,
  onboarding_status text not null,
  social_links jsonb not null,
  store_name text not null,
  store_slug text not null,
  store_status text not null,
  suspended boolean default false not null,
  updated_at timestamp(3) with time zone not null,
  user_id uuid not null,
  version integer not null
);
create table session (
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  id uuid not null,
  revoked_at timestamp(3) with time zone,
  user_id uuid not null
);
create table signing_key (
  jwk jsonb not null,
  kid text not null,
  published_until timestamp(3) with time zone not null
);
create table user_account (
  created_at timestamp(3) with time zone not null,
  devices_known_from timestamp with time zone,
  document_number text,
  document_type text,
  email text not null,
  email_verified_at timestamp(3) with time zone,
  id uuid not null,
  name text not null,
  password_hash text,
  roles text[] not null,
  status text not null,
  updated_at timestamp(3) with time zone not null,
  version integer not null,
  whatsapp text
);
create table waitlist_entry (
  converted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  email text not null,
  id uuid not null,
  invite_expires_at timestamp(3) with time zone,
  invite_token_hash text,
  invited_at timestamp(3) with time zone,
  message text,
  name text not null,
  notes text,
  portfolio_url text,
  status text not null,
  updated_at timestamp(3) with time zone not null,
  user_id uuid,
  whatsapp text
);
alter table audit add constraint audit_actor_role_check CHECK ((actor_role = ANY (ARRAY['admin'::text, 'seller'::text, 'customer'::text, 'service'::text, 'anonymous'::text])));
alter table audit add constraint audit_pkey PRIMARY KEY (id);
alter table customer_profile add constraint customer_profile_pkey PRIMARY KEY (id);
alter table customer_profile add constraint customer_profile_user_id_key UNIQUE (user_id);
alter table dead_letter add constraint dead_letter_pkey PRIMARY KEY (event_id);
alter table device_secret add constraint device_secret_only_one_check CHECK (only_one);
alter table device_secret add constraint device_secret_pkey PRIMARY KEY (only_one);
alter table email add constraint email_pkey PRIMARY KEY (id);
alter table email_verification add constraint email_verification_pkey PRIMARY KEY (token_hash);
alter table event_attempt add constraint event_attempt_pkey PRIMARY KEY (event_id);
alter table idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (key_digest);
alter table inbox add constraint inbox_pkey PRIMARY KEY (event_id);
alter table inbox add constraint inbox_state CHECK ((state = ANY (ARRAY['applied'::text, 'unfinished'::text, 'parked'::text])));
alter table mikro_orm_migrations add constraint mikro_orm_migrations_pkey PRIMARY KEY (id);
alter table outbox add constraint outbox_pkey PRIMARY KEY (id);
alter table password_reset add constraint password_reset_pkey PRIMARY KEY (token_hash);
alter table rate_count add constraint rate_count_pkey PRIMARY KEY (bucket);
alter table refresh_token add constraint refresh_token_pkey PRIMARY KEY (token_hash);
alter table self_check add constraint self_check_findings_check CHECK ((findings >= 0));
alter table self_check add constraint self_check_pkey PRIMARY KEY (name);
alter table seller_profile add constraint seller_profile_onboarding_status_check CHECK ((onboarding_status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])));
alter table seller_profile add constraint seller_profile_pkey PRIMARY KEY (id);
alter table seller_profile add constraint seller_profile_store_slug_key UNIQUE (store_slug);
alter table seller_profile add constraint seller_profile_store_status_check CHECK ((store_status = ANY (ARRAY['unpublished'::text, 'published'::text])));
alter table seller_profile add constraint seller_profile_user_id_key UNIQUE (user_id);
alter table session add constraint session_pkey PRIMARY KEY (id);
alter table signing_key add constraint signing_key_pkey PRIMARY KEY (kid);
alter table user_account add constraint user_account_check CHECK (((document_number IS NULL) OR (document_type IS NOT NULL)));
alter table user_account add constraint user_account_pkey PRIMARY KEY (id);
alter table user_account add constraint user_account_roles_check CHECK ((cardinality(roles) > 0));
alter table user_account add constraint user_account_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'suspended'::text])));
alter table waitlist_entry add constraint waitlist_entry_invite_token_hash_key UNIQUE (invite_token_hash);
alter table waitlist_entry add constraint waitlist_entry_pkey PRIMARY KEY (id);
alter table waitlist_entry add constraint waitlist_entry_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'invited'::text, 'converted'::text, 'rejected'::text, 'blocked'::text])));
alter table customer_profile add constraint customer_profile_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) DEFERRABLE INITIALLY DEFERRED;
alter table email_verification add constraint email_verification_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) DEFERRABLE INITIALLY DEFERRED;
alter table password_reset add constraint password_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) DEFERRABLE INITIALLY DEFERRED;
alter table refresh_token add constraint refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
alter table seller_profile add constraint seller_profile_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) DEFERRABLE INITIALLY DEFERRED;
alter table session add constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) DEFERRABLE INITIALLY DEFERRED;
alter table waitlist_entry add constraint waitlist_entry_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX audit_by_action ON public.audit USING btree (action, occurred_at DESC, id DESC);
CREATE INDEX audit_by_actor ON public.audit USING btree (actor_id, occurred_at DESC, id DESC);
CREATE INDEX audit_by_subject ON public.audit USING btree (subject, occurred_at DESC, id DESC);
CREATE INDEX audit_newest ON public.audit USING btree (occurred_at DESC, id DESC);
CREATE INDEX dead_letter_waiting ON public.dead_letter USING btree (id) WHERE ((replayed_at IS NULL) AND (discarded_at IS NULL));
CREATE INDEX email_about ON public.email USING btree (about) WHERE (body IS NOT NULL);
CREATE INDEX email_created_at ON public.email USING btree (created_at);
CREATE INDEX email_due ON public.email USING btree (next_attempt_at) WHERE (body IS NOT NULL);
CREATE INDEX email_verification_expires_at ON public.email_verification USING btree (expires_at);
CREATE INDEX event_attempt_failed_at ON public.event_attempt USING btree (failed_at);
CREATE INDEX idempotency_key_created_at ON public.idempotency_key USING btree (created_at);
CREATE INDEX idempotency_key_share ON public.idempotency_key USING btree (share) WHERE (share IS NOT NULL);
CREATE INDEX inbox_applied_at ON public.inbox USING btree (applied_at);
CREATE INDEX inbox_not_applied ON public.inbox USING btree (state) WHERE (state <> 'applied'::text);
CREATE INDEX outbox_refused ON public.outbox USING btree (id) WHERE (refused_at IS NOT NULL);
CREATE INDEX outbox_sent_at ON public.outbox USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX outbox_unsent ON public.outbox USING btree (id) WHERE ((sent_at IS NULL) AND (refused_at IS NULL));
CREATE INDEX password_reset_expires_at ON public.password_reset USING btree (expires_at);
CREATE INDEX password_reset_user ON public.password_reset USING btree (user_id);
CREATE INDEX rate_count_ends_at ON public.rate_count USING btree (ends_at);
CREATE INDEX refresh_token_expires_at ON public.refresh_token USING btree (expires_at);
CREATE INDEX refresh_token_session ON public.refresh_token USING btree (session_id);
CREATE INDEX session_expires_at ON public.session USING btree (expires_at);
CREATE INDEX "session_user" ON public.session USING btree (user_id);
CREATE INDEX signing_key_published_until ON public.signing_key USING btree (published_until);
CREATE INDEX user_account_by_status ON public.user_account USING btree (status, created_at DESC, id DESC);
CREATE UNIQUE INDEX user_account_email ON public.user_account USING btree (lower(email));
CREATE INDEX user_account_newest ON public.user_account USING btree (created_at DESC, id DESC);
CREATE INDEX user_account_roles ON public.user_account USING gin (roles);
CREATE INDEX user_account_search ON public.user_account USING gin (email gin_trgm_ops, name gin_trgm_ops);
CREATE INDEX waitlist_entry_by_status ON public.waitlist_entry USING btree (status, created_at DESC, id DESC);
CREATE UNIQUE INDEX waitlist_entry_email ON public.waitlist_entry USING btree (lower(email));
CREATE INDEX waitlist_entry_newest ON public.waitlist_entry USING btree (created_at DESC, id DESC);
CREATE INDEX waitlist_entry_search ON public.waitlist_entry USING gin (email gin_trgm_ops, name gin_trgm_ops);
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
insert into mikro_orm_migrations (name) values ('AccountsMigration');
insert into mikro_orm_migrations (name) values ('SellerProfilesMigration');
insert into mikro_orm_migrations (name) values ('WaitlistMigration');
insert into mikro_orm_migrations (name) values ('EmailsMigration');
insert into mikro_orm_migrations (name) values ('PictureKeysMigration');
insert into mikro_orm_migrations (name) values ('SingularTableNamesMigration');
insert into mikro_orm_migrations (name) values ('PasswordResetsMigration');
insert into mikro_orm_migrations (name) values ('UserListsMigration');
insert into mikro_orm_migrations (name) values ('CustomerProfilesMigration');
insert into mikro_orm_migrations (name) values ('RateCountsMigration');
insert into mikro_orm_migrations (name) values ('SuspendedStoresMigration');
insert into mikro_orm_migrations (name) values ('SigningKeysMigration');
insert into mikro_orm_migrations (name) values ('KnownDevicesMigration');
insert into mikro_orm_migrations (name) values ('RefreshSuccessorsMigration');
insert into mikro_orm_migrations (name) values ('ForgetDevicesMigration');
insert into mikro_orm_migrations (name) values ('EmailVerificationsMigration');
