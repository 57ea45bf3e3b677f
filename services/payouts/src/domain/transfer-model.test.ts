import { randomNumbers } from '@estampa/testing/random-numbers';
import { expect, it } from 'vitest';
import { BATCH_OF, isOpen, type PixTransferStatus } from './pix-transfer.ts';
import { newWorld, settleAll, STEPS, type World } from './transfer-model.ts';

const SEQUENCES = 4_000;
const STEPS_MAX = 40;
const SEED = 20_261_128;

type Move = { name: string; pick: number };
const NAMES = Object.keys(STEPS);

const moneyGone = ({ provider }: World) => provider.filter(({ state }) => state === 'done');

/** True at every step. */
function wrongAlways(world: World, wasRequested: ReadonlySet<number>): string | null {
  const { transfer, batch, isByHand } = world;
  const everLeft = world.provider.filter(({ state }) => state === 'done' || state === 'returned');
  if (everLeft.length > 1) return 'two transfers left';
  if (isByHand && everLeft.length > 0) return 'marked by hand and sent';
  if (everLeft.some(({ key }) => key === 'thief')) return 'a thief was paid';
  if (everLeft.some(({ amountCents }) => !wasRequested.has(amountCents))) return 'what left was never requested';
  if (everLeft.some(({ id }) => id !== transfer.providerId)) return 'a transfer left that is not the bound one';
  if (transfer.unexplained) return `${transfer.unexplained} is unexplained`;
  if (!isByHand && batch.status !== BATCH_OF[transfer.status])
    return `a batch is ${batch.status} with a transfer that is ${transfer.status}`;
  return batch.status === 'failed' && moneyGone(world).length > 0 ? 'items are free though the money is gone' : null;
}

/** True once everything has arrived. */
function wrongAtRest(world: World): string | null {
  const { transfer, batch, isByHand } = world;
  if (isOpen(transfer)) return `it stays ${transfer.status}`;
  const isPaid = batch.status === 'paid';
  return !isByHand && isPaid !== moneyGone(world).length > 0
    ? `a batch is ${batch.status}, and the money is not`
    : null;
}

function endOf(moves: readonly Move[]): { wrong: string | null; status: PixTransferStatus } {
  const world = newWorld();
  const wasRequested = new Set<number>();
  for (const { name, pick } of moves) {
    STEPS[name]!(world, pick);
    if (world.transfer.requestedAt) wasRequested.add(world.transfer.amountCents);
    const wrong = wrongAlways(world, wasRequested);
    if (wrong) return { wrong: `after ${name}: ${wrong}`, status: world.transfer.status };
  }
  settleAll(world);
  if (world.transfer.requestedAt) wasRequested.add(world.transfer.amountCents);
  return { wrong: wrongAlways(world, wasRequested) ?? wrongAtRest(world), status: world.transfer.status };
}

/** The same failure by as few moves as leaving out single ones leads to. */
function shortest(moves: readonly Move[]): readonly Move[] {
  for (let index = 0; index < moves.length; index += 1) {
    const fewer = moves.toSpliced(index, 1);
    if (endOf(fewer).wrong !== null) return shortest(fewer);
  }
  return moves;
}

it(`pays once or not at all in ${SEQUENCES} random histories of requests, crashes, lost responses, approvals and thieves`, () => {
  const random = randomNumbers(SEED);
  const reached = new Set<PixTransferStatus>();
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
    const length = 1 + Math.floor(random() * STEPS_MAX);
    const moves = Array.from({ length }, () => ({
      name: NAMES[Math.floor(random() * NAMES.length)]!,
      pick: Math.floor(random() * 1_000),
    }));
    const { wrong, status } = endOf(moves);
    if (wrong !== null) {
      const few = shortest(moves);
      const reported = few.map(({ name, pick }) => `${name}(${pick})`).join(', ');
      throw new Error(`${sequence} of seed ${SEED}: ${endOf(few).wrong}: ${reported}`);
    }
    reached.add(status);
  }
  expect([...reached].toSorted()).toEqual(['done', 'failed', 'returned']);
});
