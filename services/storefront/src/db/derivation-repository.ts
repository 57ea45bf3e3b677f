import { columnNames, selected, toRecord } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Touched } from '../domain/touched.ts';
import { LOWEST_ID } from '@estampa/kernel/ids';
import { derivation, type DerivationRow } from './tables/derivation.ts';

/** How long a failed derivation gives way to others. */
const RETRY_AFTER_S = 5;

/** Derivations that are left after the transaction of an event. */
export const derivations = {
  /** Written with the commit. */
  insert: (tx: EntityManager, row: Omit<DerivationRow, 'id'>): void => INSERT.onCommit(tx, [toRecord(row)]),

  /** Inserts one for all products of a store; false when it has none. */
  async insertOfStore(
    tx: EntityManager,
    { sellerProfileId, eventId }: { sellerProfileId: string; eventId: string },
  ): Promise<boolean> {
    const row: Omit<DerivationRow, 'id'> = {
      touched: { sellerProfileId } satisfies Touched,
      afterId: LOWEST_ID,
      eventId,
    };
    return (await INSERT_OF_STORE.first(tx, [toRecord(row), sellerProfileId])) !== undefined;
  },

  /** The derivation that has waited longest, locked until the transaction ends; each replica claims a different one. */
  claim: (tx: EntityManager): Promise<DerivationRow | undefined> => CLAIM.first(tx, []),

  /** Stores how far it has come, with the commit. */
  saveStep: (tx: EntityManager, id: number, afterId: string): void => SAVE_STEP.onCommit(tx, [id, afterId]),

  /** Written with the commit. */
  delete: (tx: EntityManager, id: number): void => DELETE.onCommit(tx, [id]),

  /** Moves it behind the others. */
  postpone: (em: EntityManager, id: number): Promise<unknown> => POSTPONE.all(em, [id]),
};

const { id, ...GIVEN } = derivation.columns;
const GIVEN_NAMES = columnNames(GIVEN);

const insertText = `insert into derivation (${GIVEN_NAMES})
   select ${GIVEN_NAMES} from jsonb_populate_record(null::derivation, $1)`;

const INSERT = statement(insertText, {});
const INSERT_OF_STORE = statement(
  `${insertText} where exists (select from product_count where seller_profile_id = $2) returning id`,
  { id },
);
const CLAIM = statement(
  `select ${selected(derivation.columns, 'd')} from derivation d
   where d.due_at <= now() order by d.due_at, d.id limit 1 for update skip locked`,
  derivation.columns,
);
const SAVE_STEP = statement('update derivation set after_id = $2, due_at = now() where id = $1', {});
const DELETE = statement('delete from derivation where id = $1', {});
const POSTPONE = statement(
  `update derivation set due_at = now() + interval '${RETRY_AFTER_S} seconds' where id = $1`,
  {},
);
