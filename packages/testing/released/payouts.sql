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
create table payout (
  created_at timestamp with time zone not null,
  created_by text not null,
  failed_at timestamp with time zone,
  failure_reason text,
  id uuid not null,
  item_ids jsonb not null,
  paid_at timestamp with time zone,
  reference text,
  seller_profile_id uuid not null,
  status text not null,
  total_cents bigint not null,
  updated_at timestamp with time zone default now() not null,
  version integer not null
);
create table payout_item (
  amount_cents bigint not null,
  breakdown jsonb not null,
  created_at timestamp with time zone not null,
  held_at timestamp with time zone,
  id uuid not null,
  order_id uuid not null,
  order_item_id uuid not null,
  order_number integer not null,
  paid_at timestamp with time zone,
  payout_id uuid,
  quantity integer not null,
  releasable_at timestamp with time zone,
  reversed_at timestamp with time zone,
  seller_profile_id uuid not null,
  status text not null,
  title text not null,
  type text not null,
  version integer not null
);
create table self_check (
  checked_at timestamp with time zone not null,
  findings integer not null,
  name text not null
);
create table sold_item (
  is_disputed boolean default false not null,
  is_refund_under_way boolean default false not null,
  item_status text default 'pending'::text not null,
  item_version integer default 0 not null,
  order_id uuid not null,
  order_item_id uuid not null,
  order_version integer default 0 not null,
  payment_status text default 'pending'::text not null,
  sale jsonb,
  was_approved boolean default false not null,
  was_returned boolean default false not null
);
alter table audit add constraint audit_actor_role_check CHECK ((actor_role = ANY (ARRAY['admin'::text, 'seller'::text, 'customer'::text, 'service'::text, 'anonymous'::text])));
alter table audit add constraint audit_pkey PRIMARY KEY (id);
alter table dead_letter add constraint dead_letter_pkey PRIMARY KEY (event_id);
alter table event_attempt add constraint event_attempt_pkey PRIMARY KEY (event_id);
alter table idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (key_digest);
alter table inbox add constraint inbox_pkey PRIMARY KEY (event_id);
alter table inbox add constraint inbox_state CHECK ((state = ANY (ARRAY['applied'::text, 'unfinished'::text, 'parked'::text])));
alter table mikro_orm_migrations add constraint mikro_orm_migrations_pkey PRIMARY KEY (id);
alter table outbox add constraint outbox_pkey PRIMARY KEY (id);
alter table payout add constraint payout_of_one_seller UNIQUE (id, seller_profile_id);
alter table payout add constraint payout_pkey PRIMARY KEY (id);
alter table payout_item add constraint payout_item_payable_in_batch CHECK (((payout_id IS NULL) OR (status = 'releasable'::text) OR (paid_at IS NOT NULL)));
alter table payout_item add constraint payout_item_pkey PRIMARY KEY (id);
alter table self_check add constraint self_check_findings_check CHECK ((findings >= 0));
alter table self_check add constraint self_check_pkey PRIMARY KEY (name);
alter table sold_item add constraint sold_item_pkey PRIMARY KEY (order_item_id);
alter table payout_item add constraint payout_item_of_its_seller FOREIGN KEY (payout_id, seller_profile_id) REFERENCES payout(id, seller_profile_id);
CREATE INDEX audit_by_action ON public.audit USING btree (action, occurred_at DESC, id DESC);
CREATE INDEX audit_by_actor ON public.audit USING btree (actor_id, occurred_at DESC, id DESC);
CREATE INDEX audit_by_subject ON public.audit USING btree (subject, occurred_at DESC, id DESC);
CREATE INDEX audit_newest ON public.audit USING btree (occurred_at DESC, id DESC);
CREATE INDEX dead_letter_waiting ON public.dead_letter USING btree (id) WHERE ((replayed_at IS NULL) AND (discarded_at IS NULL));
CREATE INDEX event_attempt_failed_at ON public.event_attempt USING btree (failed_at);
CREATE INDEX idempotency_key_created_at ON public.idempotency_key USING btree (created_at);
CREATE INDEX idempotency_key_share ON public.idempotency_key USING btree (share) WHERE (share IS NOT NULL);
CREATE INDEX inbox_applied_at ON public.inbox USING btree (applied_at);
CREATE INDEX inbox_not_applied ON public.inbox USING btree (state) WHERE (state <> 'applied'::text);
CREATE INDEX outbox_refused ON public.outbox USING btree (id) WHERE (refused_at IS NOT NULL);
CREATE INDEX outbox_sent_at ON public.outbox USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX outbox_unsent ON public.outbox USING btree (id) WHERE ((sent_at IS NULL) AND (refused_at IS NULL));
CREATE INDEX payout_changed ON public.payout USING btree (updated_at, id);
CREATE INDEX payout_changed_of_seller ON public.payout USING btree (seller_profile_id, updated_at, id);
CREATE INDEX payout_in_status ON public.payout USING btree (status, created_at DESC, id DESC);
CREATE INDEX payout_item_in_payout ON public.payout_item USING btree (payout_id) WHERE (payout_id IS NOT NULL);
CREATE INDEX payout_item_in_status ON public.payout_item USING btree (status, created_at DESC, id DESC);
CREATE INDEX payout_item_newest ON public.payout_item USING btree (created_at DESC, id DESC);
CREATE INDEX payout_item_of_order ON public.payout_item USING btree (order_id, created_at DESC, id DESC);
CREATE INDEX payout_item_of_order_item ON public.payout_item USING btree (order_item_id);
CREATE INDEX payout_item_of_seller ON public.payout_item USING btree (seller_profile_id, created_at DESC, id DESC);
CREATE INDEX payout_item_owed_by_seller ON public.payout_item USING btree (seller_profile_id, status) INCLUDE (amount_cents) WHERE (status = ANY (ARRAY['held'::text, 'releasable'::text]));
CREATE INDEX payout_item_payable ON public.payout_item USING btree (seller_profile_id, type, id) WHERE ((status = 'releasable'::text) AND (payout_id IS NULL));
CREATE UNIQUE INDEX payout_item_sale_once ON public.payout_item USING btree (order_item_id) WHERE (type = 'sale'::text);
CREATE INDEX payout_newest ON public.payout USING btree (created_at DESC, id DESC);
CREATE INDEX payout_of_seller ON public.payout USING btree (seller_profile_id, created_at DESC, id DESC);
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
insert into mikro_orm_migrations (name) values ('FirstTables');
insert into mikro_orm_migrations (name) values ('WideSums');
insert into mikro_orm_migrations (name) values ('IndexOwed');
insert into mikro_orm_migrations (name) values ('KeepDisputes');
insert into mikro_orm_migrations (name) values ('Ledger');
insert into mikro_orm_migrations (name) values ('KeepRefundsUnderWay');
insert into mikro_orm_migrations (name) values ('IndexOwedBySeller');
insert into mikro_orm_migrations (name) values ('KeepPayoutChanges');
