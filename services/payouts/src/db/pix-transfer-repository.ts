import { nullable, text } from '@estampa/kit/postgres/columns';
import { asJson, row, selected } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import { endingLeases } from '@estampa/kit/service/lease';
import type { EntityManager } from '@mikro-orm/postgresql';
import { lockSellers } from './lock-sellers.ts';
import { pixKey } from './tables/pix-key.ts';
import { pixTransfer, type PixTransferRow } from './tables/pix-transfer.ts';

type Due = { now: Date; leaseEnd: Date; limit: number };

/** Transfers to Pix keys. Their states change with the lock of their seller, as batches do; times at which they go on by a lease. */
export const pixTransfers = {
  /** With the keys that they go to; in the order in which they were made. */
  findOfRun: (em: EntityManager, runId: string) => OF_RUN.all(em, [runId]),

  find: (em: EntityManager, id: string): Promise<PixTransferRow | undefined> => BY_ID.first(em, [id]),

  /** Of these at the provider, those that are done. */
  findDone: (em: EntityManager, providerIds: readonly string[]): Promise<PixTransferRow[]> =>
    providerIds.length > 0 ? DONE.all(em, [providerIds]) : Promise.resolve([]),

  /** Lets one be polled at once; what was not requested waits for its time. */
  async saveDueNow(em: EntityManager, id: string, now: Date): Promise<void> {
    await DUE_NOW.all(em, [id, now]);
  },

  /** Written with the commit. */
  insert: (tx: EntityManager, transfer: PixTransferRow): PixTransferRow => pixTransfer.insert(tx, transfer),

  /** One of a batch whose seller is locked. */
  findOfPayout: (tx: EntityManager, payoutId: string): Promise<PixTransferRow | null> =>
    tx.findOne(pixTransfer.Row, { payoutId }),

  /** Those of a run, to be changed; locks their sellers. */
  async lockRun(tx: EntityManager, runId: string): Promise<PixTransferRow[]> {
    const known = await SELLERS.all(tx, [runId]);
    await lockSellers(
      tx,
      known.map(({ sellerProfileId }) => sellerProfileId),
    );
    return tx.find(pixTransfer.Row, { runId }, { orderBy: { id: 'asc' } });
  },

  /** The present state, and with it the right to change it; locks its seller. */
  async lock(tx: EntityManager, { id, sellerProfileId }: Known): Promise<PixTransferRow> {
    await lockSellers(tx, [sellerProfileId]);
    return tx.findOneOrFail(pixTransfer.Row, { id });
  },

  /** Written with the commit. */
  save: (tx: EntityManager, transfer: PixTransferRow, change: Partial<PixTransferRow>): PixTransferRow =>
    tx.assign(transfer, change),

  /** Leases some that are due; other replicas skip them until `leaseEnd`. */
  leaseDue: (em: EntityManager, { now, leaseEnd, limit }: Due): Promise<PixTransferRow[]> =>
    LEASE_DUE.all(em, [now, leaseEnd, limit]),

  /** Ends a lease with the next time; nothing where it was lost, as another replica has it, or a webhook wants it sooner. */
  saveDue: endingLeases({ table: 'pix_transfer' }),

  /** What is to be requested, while no response came. */
  findRequested: (em: EntityManager, id: string) => REQUESTED.first(em, [id]),

  /** The key of the intent, while it is its seller's key. */
  async findCurrentKey(em: EntityManager, { pixKeyId }: Pick<PixTransferRow, 'pixKeyId'>, now: Date) {
    return (await KEY.first(em, [pixKeyId, now])) ?? null;
  },
};

type Known = Pick<PixTransferRow, 'id' | 'sellerProfileId'>;

const BY_ID = pixTransfer.select('t', 'where t.id = $1');
const DONE = pixTransfer.select('t', `where t.provider_id = any($1::text[]) and t.status = 'done'`);
const DUE_NOW = statement(`update pix_transfer set due_at = $2 where id = $1 and status <> 'intended'`, {});

const SHOWN_KEY = pixKey.pick('kind', 'key');
const OF_RUN = statement(
  `select ${asJson(pixTransfer.columns, 't')} as transfer, k.kind, k.key
   from pix_transfer as t join pix_key as k on k.id = t.pix_key_id where t.run_id = $1 order by t.id`,
  { transfer: row(pixTransfer.columns), kind: SHOWN_KEY.kind, key: nullable(text) },
);
export type ShownTransfer = Awaited<ReturnType<typeof OF_RUN.all>>[number];

const SELLERS = statement(
  'select seller_profile_id as "sellerProfileId" from pix_transfer where run_id = $1',
  pixTransfer.pick('sellerProfileId'),
);

const LEASE_DUE = statement(
  `with due as materialized (
     select id from pix_transfer where due_at <= $1 order by due_at limit $3 for update skip locked)
   update pix_transfer as t set due_at = $2, tries = t.tries + 1 from due where t.id = due.id
   returning ${selected(pixTransfer.columns, 't')}`,
  pixTransfer.columns,
);

const REQUESTED = statement(
  `select t.amount_cents as "amountCents", k.kind, k.key from pix_transfer as t join pix_key as k on k.id = t.pix_key_id
   where t.id = $1 and t.status = 'requested' and t.provider_id is null and k.ended_at is null`,
  { amountCents: pixTransfer.columns.amountCents, kind: SHOWN_KEY.kind, key: text },
);

const KEY = statement(
  `select kind, key from pix_key where id = $1 and ended_at is null and key is not null and usable_from <= $2`,
  { kind: SHOWN_KEY.kind, key: text },
);
