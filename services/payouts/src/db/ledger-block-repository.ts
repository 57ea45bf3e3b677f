import { boolean, bytes, integer, list, text } from '@estampa/kit/postgres/columns';
import { type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sidesOf } from './ledger-balance-repository.ts';
import type { LedgerHead } from '../domain/ledger-head.ts';
import { FIRST_PREVIOUS_HASH } from './ledger-chain.ts';

/** Some ten thousand transfers. */
const SEALED_AT_ONCE = 2_000;
const BLOCKS_AT_ONCE = 2;
const SEALER = 'ledger:sealer';

/**
 * Sealed blocks of transactions. A transaction is noted where it is posted, so the note is seen once it has committed, and only
 * then: a block takes what is noted, in whatever order it became visible, and is the only one to say what it contains.
 */
export const ledgerBlocks = {
  /** Seals a block of noted transactions and adds them to the balances; true if there may be more. One replica at a time. */
  async sealNext(tx: EntityManager): Promise<boolean> {
    const { isSealer } = (await LOCK.first(tx, []))!;
    // The last block is read once the lock is there.
    return isSealer && (await SEAL.first(tx, []))!.count === SEALED_AT_ONCE;
  },

  /** Seals all that is noted; for whoever lets nobody post meanwhile. */
  async sealAll(tx: EntityManager): Promise<void> {
    await WAIT.all(tx, []);
    while (await ledgerBlocks.sealNext(tx));
  },

  /** The last block; undefined before there is one. */
  findHead: (em: EntityManager) => HEAD.first(em, []),

  /** Those of some numbers that there are. */
  headsQuery: (numbers: readonly number[]): Query<LedgerHead> => HEADS.with([...numbers]),

  /** Blocks after a number in their order, with the lines of what they contain. */
  nextQuery: (after: number): Query<SealedBlock> => BLOCKS.with(after),
  atOnce: BLOCKS_AT_ONCE,
};

const LOCK = statement(`select pg_try_advisory_xact_lock(hashtextextended('${SEALER}', 0)) as "isSealer"`, {
  isSealer: boolean,
});

const WAIT = statement(`select pg_advisory_xact_lock(hashtextextended('${SEALER}', 0))`, {});

/** What a hash is made of; `ledger-chain.ts` says how. */
const LINE = `concat_ws('|', transaction_id, line, kind, debit, credit, amount_cents, coalesce(seller_profile_id::text, ''),
  order_id, coalesce(order_item_id::text, ''), coalesce(payout_id::text, ''), floor(extract(epoch from posted_at) * 1000)::bigint)`;
const FIRST = `'\\x${FIRST_PREVIOUS_HASH}'::bytea`;

const SEAL = statement(
  `with taken as (
     delete from ledger_unsealed where transaction_id in (
       select transaction_id from ledger_unsealed order by transaction_id limit ${SEALED_AT_ONCE})
     returning transaction_id
   ), transfer as materialized (
     select t.* from ledger_transfer as t join taken using (transaction_id)
   ), last as (
     select number, hash from ledger_block order by number desc limit 1
   ), block as (
     select coalesce(max(last.number), 0) + 1 as number, coalesce((array_agg(last.hash))[1], ${FIRST}) as previous_hash,
       count(*) as transfers, string_agg(${LINE}, E'\\n' order by transaction_id, line) as lines
     from transfer left join last on true
   ), sealed as (
     insert into ledger_block (number, previous_hash, hash, transfers, transaction_ids)
     select number, previous_hash, sha256(convert_to(encode(previous_hash, 'hex') || E'\\n' || lines, 'UTF8')), transfers,
       (select array_agg(transaction_id order by transaction_id) from taken)
     from block where transfers > 0
   ), added as (
     insert into ledger_balance as b (day, account, debit_cents, credit_cents)
     select day, account, sum(debit_cents), sum(credit_cents) from (${sidesOf('select * from transfer')}) as side
     group by day, account order by day, account
     on conflict (day, account) do update
       set debit_cents = b.debit_cents + excluded.debit_cents, credit_cents = b.credit_cents + excluded.credit_cents
   )
   select count(*) as count from taken`,
  { count: integer },
);

const NAMED = `select number, encode(hash, 'hex') as hash from ledger_block`;
const NAMES = { number: integer, hash: text };
const HEAD = statement(`${NAMED} order by number desc limit 1`, NAMES);
const HEADS = statement(`${NAMED} where number = any($1::bigint[])`, NAMES);

const BLOCK = { number: integer, previousHash: bytes, hash: bytes, transfers: integer, lines: list(text) };
const BLOCKS = statement(
  `select b.number, b.previous_hash as "previousHash", b.hash, b.transfers,
     array(select ${LINE} from ledger_transfer where transaction_id = any(b.transaction_ids) order by transaction_id, line) as lines
   from ledger_block as b where b.number > $1 order by b.number limit ${BLOCKS_AT_ONCE}`,
  BLOCK,
);
type SealedBlock = ReturnType<ReturnType<typeof BLOCKS.with>['decode']>;
