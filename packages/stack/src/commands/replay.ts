import { hostname, userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import pc from 'picocolors';
import { deadLettersIn, type DeadLetter, type DeadLetters, type Selection } from '../dead-letters.ts';
import { findRunningStack } from '../stack-file.ts';
import { table } from '../terminal.ts';
import { waitFor } from '../wait.ts';

const OUTCOME_DEADLINE_MS = 30_000;
const POLL_MS = 200;
const REASON_COLUMNS = 60;

const USAGE = `Messages that a service could not apply, and what is to become of them:
  npm run replay -- <service> list
  npm run replay -- <service> show <event id>
  npm run replay -- <service> replay <event id> | --kind <order> | --type <order_placed> | --all
  npm run replay -- <service> discard <event id> --reason <why nobody needs it>
<service> is one of the running stack: ${SERVICE_NAMES.join(', ')}.
Elsewhere leave it out and set DATABASE_URL.`;

const FLAGS = {
  all: { type: 'boolean' },
  kind: { type: 'string' },
  type: { type: 'string' },
  reason: { type: 'string' },
} as const;

type Order = { verb: string; id?: string | undefined } & Partial<
  { all: boolean } & Record<'kind' | 'type' | 'reason', string>
>;

/** The service itself does the work when it sees a mark, so that it is done by its own rules, and only once. */
export async function replay(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  const given = process.env.DATABASE_URL;
  const [service, [verb = 'list', id]] = given ? ['', positionals] : [positionals[0] ?? '', positionals.slice(1)];
  const databaseUrl = given ?? databaseOf(service);
  if (!databaseUrl) throw new Error(USAGE);

  await using letters = await deadLettersIn(databaseUrl);
  return await carryOut(letters, { verb, id, ...values });
}

function databaseOf(service: string): string | undefined {
  const name = SERVICE_NAMES.find((candidate) => candidate === service);
  if (!name) return undefined;
  const stack = findRunningStack();
  if (!stack) throw new Error('No stack runs from this checkout: "npm start" starts one, or set DATABASE_URL.');
  return stack.services[name].databaseUrl;
}

function carryOut(letters: DeadLetters, order: Order): Promise<number> {
  const { verb, id } = order;
  if (verb === 'list') return list(letters);
  if (verb === 'show' && id) return show(letters, id);
  if (verb === 'discard' && id && order.reason?.trim()) return discard(letters, id, order.reason.trim());
  const selection = selectionOf(order);
  if (verb === 'replay' && selection) return replaySelected(letters, selection);
  throw new Error(USAGE);
}

/** Exactly what was named: nothing is replayed by leaving something out. */
function selectionOf({ id, kind, type, all }: Order): Selection | null {
  if (id) return kind || type || all ? null : { id };
  if (all) return kind || type ? null : {};
  return kind || type ? { kind, type } : null;
}

async function list(letters: DeadLetters): Promise<number> {
  const waiting = await letters.waiting();
  if (waiting.length === 0) console.log(pc.green('No dead letters.'));
  else console.log(tableOf(waiting));
  return 0;
}

async function show(letters: DeadLetters, id: string): Promise<number> {
  const { payload, ...metadata } = await letters.get(id);
  for (const [name, value] of Object.entries(metadata)) {
    if (value !== null)
      console.log(`${pc.bold(name.padEnd(20))} ${value instanceof Date ? value.toISOString() : value}`);
  }
  console.log(JSON.stringify(JSON.parse(payload), null, 2));
  return 0;
}

async function discard(letters: DeadLetters, id: string, reason: string): Promise<number> {
  await letters.discard(id, `${userInfo().username}@${hostname()}`, reason);
  console.log(`${pc.yellow('discarded')} ${id}`);
  return 0;
}

async function replaySelected(letters: DeadLetters, selection: Selection): Promise<number> {
  const ids = await letters.request(selection);
  if (ids.length === 0) throw new Error('No dead letter matches.');
  console.log(`${ids.length} marked; the service applies them in their original order.`);
  const pending = () => letters.pending(ids);
  await waitFor('the replay', async () => (await pending()) === 0, {
    deadlineMs: OUTCOME_DEADLINE_MS,
    everyMs: POLL_MS,
  }).catch(() => undefined);

  const left = await letters.unreplayed(ids);
  console.log(`${pc.green('replayed')} ${ids.length - left.length} of ${ids.length}`);
  if (left.length === 0) return 0;
  console.log(tableOf(left));
  if ((await pending()) > 0) console.log(pc.yellow('The rest stays marked until the service runs and can apply it.'));
  return 1;
}

function tableOf(letters: readonly DeadLetter[]): string {
  const rows = letters.map((letter) => [
    letter.event_id,
    letter.topic,
    letter.key,
    letter.type,
    letter.parked_at.toISOString().slice(0, 19),
    String(letter.attempts),
    letter.replay_requested_at ? 'marked' : 'failed',
    letter.reason.replaceAll(/\s+/g, ' ').slice(0, REASON_COLUMNS),
  ]);
  const [head = '', ...lines] = table([
    ['event id', 'topic', 'key', 'type', 'failed at', 'attempts', 'state', 'reason'],
    ...rows,
  ]).split('\n');
  return [
    pc.bold(head),
    ...lines.map((line, index) => (letters[index]?.replay_requested_at ? pc.yellow(line) : line)),
  ].join('\n');
}
