create extension if not exists pg_trgm;
CREATE OR REPLACE FUNCTION public.note_order_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$begin
        if tg_op = 'UPDATE' then
          insert into order_count_change (day, payment_status, fulfillment_status, orders)
          values ((old.created_at at time zone 'America/Sao_Paulo')::date, old.payment_status, old.fulfillment_status, -1);
        end if;
        insert into order_count_change (day, payment_status, fulfillment_status, orders)
        values ((new.created_at at time zone 'America/Sao_Paulo')::date, new.payment_status, new.fulfillment_status, 1);
        return null;
      end$function$;
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
create sequence order_number as integer start 1001 increment 1;
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
create table customer_order (
  carrier text,
  created_at timestamp with time zone not null,
  current_payment_id uuid not null,
  delivered_at timestamp with time zone,
  discount_cents integer not null,
  email text not null,
  fulfillment_status text not null,
  full_name text not null,
  id uuid not null,
  is_closing boolean default false not null,
  is_disputed boolean default false not null,
  order_number integer not null,
  paid_at timestamp with time zone,
  payment_status text not null,
  phone text,
  search_text text not null,
  service_code text,
  shipment jsonb,
  shipment_version integer not null,
  shipped_at timestamp with time zone,
  shipping jsonb not null,
  shipping_cents integer not null,
  shipping_method_id text,
  subtotal_cents integer not null,
  total_cents integer not null,
  total_refunded_cents integer not null,
  updated_at timestamp with time zone not null,
  user_id uuid not null,
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
create table gateway_customer (
  customer_id text not null,
  mark text not null,
  provider text not null,
  told text,
  user_id uuid not null
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
create table late_payment (
  amount_cents integer not null,
  created_at timestamp with time zone default now() not null,
  order_id uuid not null,
  payment_id uuid not null,
  reason text not null,
  refunded_at timestamp with time zone
);
create table mikro_orm_migrations (
  executed_at timestamp(6) with time zone default CURRENT_TIMESTAMP(6) not null,
  id integer default nextval('mikro_orm_migrations_id_seq'::regclass) not null,
  name character varying(255) not null
);
create table order_count (
  day date not null,
  fulfillment_status text not null,
  orders integer not null,
  payment_status text not null
);
create table order_count_change (
  day date not null,
  fulfillment_status text not null,
  id bigint generated always as identity not null,
  orders integer not null,
  payment_status text not null
);
create table order_expiry (
  due_at timestamp with time zone not null
);
create table order_item (
  artwork_id uuid not null,
  delivered_at timestamp with time zone,
  earnings jsonb not null,
  fulfillment_status text not null,
  fulfillment_version integer not null,
  id uuid not null,
  image_key text,
  line integer not null,
  line_total_cents integer not null,
  option_label text not null,
  order_id uuid not null,
  packaging_days integer not null,
  print jsonb,
  product_type_name text not null,
  product_variant_id uuid not null,
  production_days integer not null,
  quantity integer not null,
  selected_options jsonb not null,
  seller_name text not null,
  seller_product_id uuid not null,
  seller_product_variant_id uuid not null,
  seller_profile_id uuid not null,
  seller_slug text not null,
  shipped_at timestamp with time zone,
  title text not null,
  tracking_code text,
  unit_price_cents integer not null,
  variant_assets jsonb not null
);
create table order_trace (
  kept_at timestamp with time zone not null,
  order_id uuid not null,
  traceparent text not null
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
create table payment (
  amount_cents integer not null,
  attempt integer not null,
  cancel_requested_at timestamp with time zone,
  claimed_until timestamp with time zone,
  closed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  failures integer not null,
  id uuid not null,
  init_point text,
  method text,
  order_id uuid not null,
  paid_at timestamp with time zone,
  paid_cents integer,
  preference_id text,
  provider text not null,
  provider_payment_id text,
  read_at timestamp with time zone,
  reference text not null,
  refunded_cents integer not null,
  sandbox_init_point text,
  status text not null,
  tries integer not null
);
create table payment_notice (
  applied_at timestamp with time zone,
  due_at timestamp with time zone default now() not null,
  event text not null,
  event_id text not null,
  id bigint generated always as identity not null,
  is_new_charge boolean default false not null,
  outcome text,
  parked_at timestamp with time zone,
  provider text not null,
  provider_payment_id text not null,
  query text default ''::text not null,
  raw_body bytea default '\x'::bytea not null,
  received_at timestamp with time zone default now() not null,
  refused boolean not null,
  tries integer default 0 not null
);
create table payment_request (
  body_digest text not null,
  created_at timestamp with time zone default now() not null,
  key_digest text not null,
  payment_id uuid not null,
  refund_id uuid,
  scope text not null
);
create table payment_sweep (
  due_at timestamp with time zone not null,
  provider text not null,
  swept_to timestamp with time zone not null
);
create table refund (
  amount_cents integer not null,
  claimed_until timestamp with time zone,
  created_at timestamp with time zone not null,
  done_at timestamp with time zone,
  due_at timestamp with time zone,
  ended_by_hand text,
  failures integer not null,
  id uuid not null,
  lines jsonb,
  note text,
  order_id uuid not null,
  payer_action_url text,
  payment_id uuid not null,
  provider_refund_id text,
  reason text not null,
  refusal text,
  status text not null,
  tries integer not null
);
create table returns_sweep (
  cursor text,
  due_at timestamp with time zone not null,
  made_to text,
  provider text not null
);
create table self_check (
  checked_at timestamp with time zone not null,
  findings integer not null,
  name text not null
);
create table statement_sweep (
  cursor text,
  day text not null,
  due_at timestamp with time zone not null,
  provider text not null
);
alter table audit add constraint audit_actor_role_check CHECK ((actor_role = ANY (ARRAY['admin'::text, 'seller'::text, 'customer'::text, 'service'::text, 'anonymous'::text])));
alter table audit add constraint audit_pkey PRIMARY KEY (id);
alter table customer_order add constraint customer_order_order_number_key UNIQUE (order_number);
alter table customer_order add constraint customer_order_pkey PRIMARY KEY (id);
alter table customer_order add constraint customer_order_total_cents_check CHECK ((total_cents > 0));
alter table dead_letter add constraint dead_letter_pkey PRIMARY KEY (event_id);
alter table event_attempt add constraint event_attempt_pkey PRIMARY KEY (event_id);
alter table gateway_customer add constraint gateway_customer_pkey PRIMARY KEY (provider, user_id);
alter table idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (key_digest);
alter table inbox add constraint inbox_pkey PRIMARY KEY (event_id);
alter table inbox add constraint inbox_state CHECK ((state = ANY (ARRAY['applied'::text, 'unfinished'::text, 'parked'::text])));
alter table late_payment add constraint late_payment_pkey PRIMARY KEY (payment_id);
alter table mikro_orm_migrations add constraint mikro_orm_migrations_pkey PRIMARY KEY (id);
alter table order_count add constraint order_count_pkey PRIMARY KEY (day, payment_status, fulfillment_status);
alter table order_count_change add constraint order_count_change_pkey PRIMARY KEY (id);
alter table order_item add constraint order_item_order_id_line_key UNIQUE (order_id, line);
alter table order_item add constraint order_item_pkey PRIMARY KEY (id);
alter table order_item add constraint order_item_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100)));
alter table order_trace add constraint order_trace_pkey PRIMARY KEY (order_id);
alter table outbox add constraint outbox_pkey PRIMARY KEY (id);
alter table payment add constraint payment_order_id_attempt_key UNIQUE (order_id, attempt);
alter table payment add constraint payment_pkey PRIMARY KEY (id);
alter table payment add constraint payment_provider_provider_payment_id_key UNIQUE (provider, provider_payment_id);
alter table payment_notice add constraint payment_notice_pkey PRIMARY KEY (id);
alter table payment_notice add constraint payment_notice_provider_event_id_key UNIQUE (provider, event_id);
alter table payment_request add constraint payment_request_pkey PRIMARY KEY (scope, key_digest);
alter table payment_sweep add constraint payment_sweep_pkey PRIMARY KEY (provider);
alter table refund add constraint refund_amount_cents_check CHECK ((amount_cents > 0));
alter table refund add constraint refund_pkey PRIMARY KEY (id);
alter table returns_sweep add constraint returns_sweep_pkey PRIMARY KEY (provider);
alter table self_check add constraint self_check_findings_check CHECK ((findings >= 0));
alter table self_check add constraint self_check_pkey PRIMARY KEY (name);
alter table statement_sweep add constraint statement_sweep_pkey PRIMARY KEY (provider);
alter table late_payment add constraint late_payment_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id) DEFERRABLE INITIALLY DEFERRED;
alter table late_payment add constraint late_payment_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) DEFERRABLE INITIALLY DEFERRED;
alter table order_item add constraint order_item_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id) DEFERRABLE INITIALLY DEFERRED;
alter table order_trace add constraint order_trace_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id);
alter table payment add constraint payment_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id) DEFERRABLE INITIALLY DEFERRED;
alter table payment_request add constraint payment_request_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) DEFERRABLE INITIALLY DEFERRED;
alter table payment_request add constraint payment_request_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id) DEFERRABLE INITIALLY DEFERRED;
alter table refund add constraint refund_order_id_fkey FOREIGN KEY (order_id) REFERENCES customer_order(id) DEFERRABLE INITIALLY DEFERRED;
alter table refund add constraint refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX audit_by_action ON public.audit USING btree (action, occurred_at DESC, id DESC);
CREATE INDEX audit_by_actor ON public.audit USING btree (actor_id, occurred_at DESC, id DESC);
CREATE INDEX audit_by_subject ON public.audit USING btree (subject, occurred_at DESC, id DESC);
CREATE INDEX audit_newest ON public.audit USING btree (occurred_at DESC, id DESC);
CREATE INDEX customer_order_by_email ON public.customer_order USING btree (lower(email), created_at DESC, id DESC);
CREATE INDEX customer_order_by_fulfillment ON public.customer_order USING btree (fulfillment_status, created_at DESC, id DESC);
CREATE INDEX customer_order_by_payment ON public.customer_order USING btree (payment_status, created_at DESC, id DESC);
CREATE INDEX customer_order_changed ON public.customer_order USING btree (updated_at, id);
CREATE INDEX customer_order_newest ON public.customer_order USING btree (created_at DESC, id DESC);
CREATE INDEX customer_order_of_user ON public.customer_order USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX customer_order_search ON public.customer_order USING gin (search_text gin_trgm_ops);
CREATE INDEX customer_order_unpaid ON public.customer_order USING btree (created_at) WHERE (payment_status = ANY (ARRAY['pending'::text, 'rejected'::text]));
CREATE INDEX dead_letter_waiting ON public.dead_letter USING btree (id) WHERE ((replayed_at IS NULL) AND (discarded_at IS NULL));
CREATE INDEX event_attempt_failed_at ON public.event_attempt USING btree (failed_at);
CREATE INDEX idempotency_key_created_at ON public.idempotency_key USING btree (created_at);
CREATE INDEX idempotency_key_share ON public.idempotency_key USING btree (share) WHERE (share IS NOT NULL);
CREATE INDEX inbox_applied_at ON public.inbox USING btree (applied_at);
CREATE INDEX inbox_not_applied ON public.inbox USING btree (state) WHERE (state <> 'applied'::text);
CREATE INDEX late_payment_newest ON public.late_payment USING btree (created_at DESC, payment_id DESC);
CREATE INDEX order_item_of_seller ON public.order_item USING btree (seller_profile_id, id DESC);
CREATE INDEX order_item_sellers_orders ON public.order_item USING btree (seller_profile_id, order_id DESC);
CREATE INDEX order_trace_kept ON public.order_trace USING btree (kept_at);
CREATE INDEX outbox_refused ON public.outbox USING btree (id) WHERE (refused_at IS NOT NULL);
CREATE INDEX outbox_sent_at ON public.outbox USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX outbox_unsent ON public.outbox USING btree (id) WHERE ((sent_at IS NULL) AND (refused_at IS NULL));
CREATE INDEX payment_by_reference ON public.payment USING btree (provider, reference);
CREATE INDEX payment_due ON public.payment USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payment_notice_applied ON public.payment_notice USING btree (applied_at) WHERE (applied_at IS NOT NULL);
CREATE INDEX payment_notice_parked ON public.payment_notice USING btree (parked_at) WHERE (parked_at IS NOT NULL);
CREATE INDEX payment_notice_unapplied ON public.payment_notice USING btree (provider, provider_payment_id, id) WHERE ((applied_at IS NULL) AND (parked_at IS NULL));
CREATE INDEX payment_request_created_at ON public.payment_request USING btree (created_at);
CREATE INDEX refund_due ON public.refund USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX refund_late ON public.refund USING btree (created_at DESC, id DESC) WHERE (reason = ANY (ARRAY['late'::text, 'surplus'::text, 'underpaid'::text]));
CREATE INDEX refund_late_by_state ON public.refund USING btree ((
CASE status
    WHEN 'requested'::text THEN 'pending'::text
    WHEN 'done'::text THEN 'returned'::text
    ELSE status
END), created_at DESC, id DESC) WHERE (reason = ANY (ARRAY['late'::text, 'surplus'::text, 'underpaid'::text]));
CREATE INDEX refund_not_done ON public.refund USING btree (status) WHERE (status <> 'done'::text);
CREATE INDEX refund_of_order ON public.refund USING btree (order_id, id);
CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE ON public.audit FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER count_changed_order AFTER UPDATE OF payment_status, fulfillment_status ON public.customer_order FOR EACH ROW WHEN (((old.payment_status IS DISTINCT FROM new.payment_status) OR (old.fulfillment_status IS DISTINCT FROM new.fulfillment_status))) EXECUTE FUNCTION note_order_count();
CREATE TRIGGER count_new_order AFTER INSERT ON public.customer_order FOR EACH ROW EXECUTE FUNCTION note_order_count();
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
insert into mikro_orm_migrations (name) values ('CreateOrders');
insert into mikro_orm_migrations (name) values ('CreatePayments');
insert into mikro_orm_migrations (name) values ('KeepPictureKeys');
insert into mikro_orm_migrations (name) values ('SingularTableNames');
insert into mikro_orm_migrations (name) values ('IndexAppliedNotices');
insert into mikro_orm_migrations (name) values ('RememberGatewayCustomers');
insert into mikro_orm_migrations (name) values ('TellNoticesOfNewCharges');
insert into mikro_orm_migrations (name) values ('CreateRefunds');
insert into mikro_orm_migrations (name) values ('IndexSellersItems');
insert into mikro_orm_migrations (name) values ('KeepRawNotices');
insert into mikro_orm_migrations (name) values ('FreezePrints');
insert into mikro_orm_migrations (name) values ('KeepOrderTraces');
insert into mikro_orm_migrations (name) values ('ClosePaidAddresses');
insert into mikro_orm_migrations (name) values ('SweepReturns');
insert into mikro_orm_migrations (name) values ('CountOrders');
insert into mikro_orm_migrations (name) values ('SweepStatements');
insert into mikro_orm_migrations (name) values ('EndUnpaidOrders');
insert into mikro_orm_migrations (name) values ('KeepRefundRecords');
insert into mikro_orm_migrations (name) values ('IndexOrderChanges');
