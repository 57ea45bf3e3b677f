import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '@estampa/stack/demo/api';
import { MISFORTUNES, type Misfortune } from './misfortunes.ts';
import { type PaidSeller, type PayoutsInUse, type World, worldOf } from './world.ts';

/** One seller of a round, and what befell its payment. */
export interface Struck extends PaidSeller {
  readonly misfortune: Misfortune;
  /** Kills while a transfer of it was open. */
  kills: number;
}

export interface Paid {
  readonly struck: readonly Struck[];
  readonly kills: number;
  readonly begunAt: Date;
}

export interface Plan {
  /** In rounds, each with a run of its own. */
  readonly rounds: readonly (readonly PaidSeller[])[];
  readonly kills: number;
  /** The first ones of all. */
  readonly misfortunes?: number;
  /** Told after each round. */
  readonly report?: (kills: number, round: number) => void;
}

const STEP_MS = 60;
const LONGEST_WAIT_MS = 500;
/** A search is behind by more than the time after which a request is repeated, so that some are sent twice. */
const SEARCH_LAG_MS = 1_500;
const LATENCY_MS = 40;
/** What was sent twice is for our approval to stop, not for the provider's own check of equal transfers. */
const EQUAL_TRANSFERS = { asaasEqualTransferMs: 0 };
const ROUND_DEADLINE_MS = 120_000;
const WEBHOOKS = [null, 'twice', 'reversed', 'never', 'forged'];
const MANY = 1_000;

/**
 * Pays sellers by payout runs while the processes that pay are killed at random moments at which a transfer is open, and restarted. Leases,
 * which last a minute, end at once here, also those of processes that live: so two work on one transfer, too.
 */
export async function payUnderKills(given: PayoutsInUse, plan: Plan): Promise<Paid> {
  const begunAt = new Date();
  const world = worldOf(given);
  const all: Struck[] = [];
  let kills = 0;
  const chosen = MISFORTUNES.slice(0, plan.misfortunes);
  try {
    for (const [number, sellers] of plan.rounds.entries()) {
      if (kills >= plan.kills) break;
      const struck = sellers.map((seller, place) => {
        const misfortune = chosen[(number * sellers.length + place) % chosen.length]!;
        return { ...seller, misfortune, kills: 0 };
      });
      all.push(...struck);
      const left = Math.min(plan.kills - kills, Math.ceil(plan.kills / plan.rounds.length) * 2);
      kills += await payRound(world, struck, left);
      plan.report?.(kills, number);
    }
  } finally {
    world.close();
  }
  return { struck: all, kills, begunAt };
}

async function payRound(world: World, struck: Struck[], most: number): Promise<number> {
  const { random, script, changeKey, sandbox } = world;
  await sandbox.call('PATCH', '/settings', { latencyMs: LATENCY_MS, searchLagMs: SEARCH_LAG_MS, ...EQUAL_TRANSFERS });
  for (const { misfortune, sellerProfileId } of struck) {
    const key = await changeKey(sellerProfileId);
    if (misfortune.rule) await script(key, misfortune.rule);
  }
  const delivery = random.oneOf(WEBHOOKS);
  if (delivery) await sandbox.script({ account: 'asaas', delivery, times: MANY });
  const isOver = new AbortController();
  const killing = killAmid(world, struck, { most, isOver: isOver.signal });
  try {
    await payAll(world, struck);
  } finally {
    isOver.abort();
    await sandbox.endScripts();
    await sandbox.deliverAll();
  }
  return killing;
}

const OPEN = `select t.id, t.seller_profile_id, t.status, t.amount_cents, k.key from pix_transfer as t join pix_key as k on k.id = t.pix_key_id
  where t.seller_profile_id = any($1::uuid[])`;
const UNPAID = `select from payout_item where seller_profile_id = any($1::uuid[]) and status <> 'paid' limit 1`;
const OPEN_SELLERS = `select distinct seller_profile_id as id from pix_transfer
  where seller_profile_id = any($1::uuid[]) and status in ('intended', 'requested', 'accepted') and due_at is not null`;

/** What waits for longer than a moment goes on at once: the lease of whoever was killed, and pauses between polls. */
const HASTEN = `update pix_transfer set due_at = now() where due_at > now() + interval '2 seconds' and seller_profile_id = any($1::uuid[])`;

const idsOf = (struck: readonly Struck[]): string[] => struck.map(({ sellerProfileId }) => sellerProfileId);

/** Starts runs until each of them is paid and its misfortune has happened. */
async function payAll(world: World, struck: readonly Struck[]): Promise<void> {
  const { query } = world;
  const deadline = Date.now() + ROUND_DEADLINE_MS;
  const waiting = new Set(struck.filter(({ misfortune }) => misfortune.amid));
  for (;;) {
    const isPaid = (await query(UNPAID, idsOf(struck))).length === 0;
    if (isPaid && ![...waiting].some(({ misfortune }) => misfortune.isAwaited)) return;
    if (Date.now() > deadline) throw new Error(`Not all are paid:\n${await openOf(world, struck)}`);
    await startRun(world).catch(() => undefined);
    await query(HASTEN, idsOf(struck));
    for (const one of waiting) if (await happens(world, one)) waiting.delete(one);
    await pause(STEP_MS);
  }
}

async function happens(world: World, { sellerProfileId, misfortune }: Struck): Promise<boolean> {
  const transfers = await world.query(OPEN, [sellerProfileId]);
  for (const transfer of transfers) {
    const made = await world.atProvider(transfer.id);
    const amid = { sellerProfileId, key: transfer.key as string, transfer, made };
    if (await misfortune.amid!(world, amid)) return true;
  }
  return false;
}

/** A run of whoever can be paid, and the approval of what waits for a second admin; a process that is killed meanwhile does not respond. */
async function startRun({ inRun, random, query }: World): Promise<void> {
  const waiting = await query('select id from payout_run where started_at is null and withdrawn_at is null');
  for (const { id } of waiting) await inRun(1, (runs) => runs.approvePayoutRun({ id }));
  const { paid, digest } = await inRun(0, (runs) => runs.planPayoutRun({}));
  if (paid.length > 0)
    await inRun(0, (runs) => runs.startPayoutRun({ digest, needsTwoApprovers: random.chance(1 / 3) }));
}

const openOf = async ({ query }: World, struck: readonly Struck[]): Promise<string> =>
  (await query(OPEN, idsOf(struck)))
    .map(({ id, status, amount_cents: cents }: Json) => `${id} ${status} ${cents}`)
    .join('\n');

type Killing = { most: number; isOver: AbortSignal };

/** Kills one process after the other, or both, while a transfer of the round is open; resolves with how often once all run again. */
async function killAmid(
  { replicas, random, query }: World,
  struck: readonly Struck[],
  { most, isOver }: Killing,
): Promise<number> {
  const restarts = new Map<number, Promise<void>>();
  const isReady = replicas.map(() => true);
  let kills = 0;
  while (!isOver.aborted && kills < most) {
    await pause(random.between(0, LONGEST_WAIT_MS), undefined, { signal: isOver }).catch(() => undefined);
    const ready = replicas.flatMap((_, place) => (isReady[place] ? [place] : []));
    const place = random.oneOf(ready);
    const open = new Set((await query(OPEN_SELLERS, idsOf(struck))).map(({ id }) => id as string));
    if (place === undefined || open.size === 0 || isOver.aborted) continue;
    isReady[place] = false;
    await replicas[place]!.process.kill('SIGKILL');
    kills += 1;
    for (const one of struck) if (open.has(one.sellerProfileId)) one.kills += 1;
    const restart = replicas[place]!.process.restart().then(() => void (isReady[place] = true));
    restarts.set(place, restart);
  }
  await Promise.all(restarts.values());
  return kills;
}
