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
create table carrier_token (
  access_token bytea,
  claimed_until timestamp with time zone,
  expires_at timestamp with time zone,
  id bytea not null,
  refresh_token bytea not null,
  refused_at timestamp with time zone,
  renew_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  version integer not null
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
create table item (
  delivered_at timestamp with time zone,
  fulfillment_status text default 'pending'::text not null,
  id uuid not null,
  order_id uuid not null,
  quantity integer not null,
  returned_at timestamp with time zone,
  shipped_at timestamp with time zone,
  title text not null,
  tracking_code text,
  unit_price_cents integer not null,
  version integer default 1 not null
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
create table self_check (
  checked_at timestamp with time zone not null,
  findings integer not null,
  name text not null
);
create table shipment (
  attempts integer not null,
  cancel_requested_at timestamp with time zone,
  carrier text,
  cart_requested_at timestamp with time zone,
  checkout_requested_at timestamp with time zone,
  claim uuid,
  claimed_until timestamp with time zone,
  created_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  error text,
  generated_at timestamp with time zone,
  generation_requested_at timestamp with time zone,
  id uuid not null,
  invoice_key text,
  label_id text,
  label_url text,
  lacks_balance boolean default false not null,
  last_checked_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  next_track_at timestamp with time zone,
  order_id uuid not null,
  posted_at timestamp with time zone,
  provider text not null,
  purchased_at timestamp with time zone,
  refusals integer default 0 not null,
  service text,
  status text not null,
  tracking_code text,
  tracking_url text,
  version integer not null
);
create table sold_order (
  id uuid not null,
  is_disputed boolean default false not null,
  is_refund_under_way boolean default false not null,
  payment_status text not null,
  version integer not null
);
alter table audit add constraint audit_actor_role_check CHECK ((actor_role = ANY (ARRAY['admin'::text, 'seller'::text, 'customer'::text, 'service'::text, 'anonymous'::text])));
alter table audit add constraint audit_pkey PRIMARY KEY (id);
alter table carrier_token add constraint carrier_token_pkey PRIMARY KEY (id);
alter table dead_letter add constraint dead_letter_pkey PRIMARY KEY (event_id);
alter table event_attempt add constraint event_attempt_pkey PRIMARY KEY (event_id);
alter table idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (key_digest);
alter table inbox add constraint inbox_pkey PRIMARY KEY (event_id);
alter table inbox add constraint inbox_state CHECK ((state = ANY (ARRAY['applied'::text, 'unfinished'::text, 'parked'::text])));
alter table item add constraint item_pkey PRIMARY KEY (id);
alter table mikro_orm_migrations add constraint mikro_orm_migrations_pkey PRIMARY KEY (id);
alter table outbox add constraint outbox_pkey PRIMARY KEY (id);
alter table self_check add constraint self_check_findings_check CHECK ((findings >= 0));
alter table self_check add constraint self_check_pkey PRIMARY KEY (name);
alter table shipment add constraint shipment_order_id_key UNIQUE (order_id);
alter table shipment add constraint shipment_pkey PRIMARY KEY (id);
alter table sold_order add constraint sold_order_pkey PRIMARY KEY (id);
alter table item add constraint item_order_id_fkey FOREIGN KEY (order_id) REFERENCES sold_order(id);
alter table shipment add constraint shipment_order_id_fkey FOREIGN KEY (order_id) REFERENCES sold_order(id);
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
CREATE INDEX item_of_order ON public.item USING btree (order_id);
CREATE INDEX outbox_refused ON public.outbox USING btree (id) WHERE (refused_at IS NOT NULL);
CREATE INDEX outbox_sent_at ON public.outbox USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX outbox_unsent ON public.outbox USING btree (id) WHERE ((sent_at IS NULL) AND (refused_at IS NULL));
CREATE INDEX shipment_label_due ON public.shipment USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX shipment_label_given_up ON public.shipment USING btree (id) WHERE ((next_attempt_at IS NULL) AND (label_url IS NULL) AND (error IS NOT NULL) AND (status <> 'cancelled'::text));
CREATE INDEX shipment_of_label ON public.shipment USING btree (label_id) WHERE (label_id IS NOT NULL);
CREATE INDEX shipment_track_due ON public.shipment USING btree (next_track_at, id) WHERE (next_track_at IS NOT NULL);
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
insert into mikro_orm_migrations (name) values ('TrackingSchedule');
insert into mikro_orm_migrations (name) values ('ForgetBuyers');
insert into mikro_orm_migrations (name) values ('IndexGivenUpLabels');
insert into mikro_orm_migrations (name) values ('CancelLabels');
insert into mikro_orm_migrations (name) values ('Invoices');
insert into mikro_orm_migrations (name) values ('CarrierTokens');
insert into mikro_orm_migrations (name) values ('AsynchronousLabels');
insert into mikro_orm_migrations (name) values ('CountRefusals');
insert into mikro_orm_migrations (name) values ('KeepHolds');
insert into mikro_orm_migrations (name) values ('NeverGiveLabelsUp');
