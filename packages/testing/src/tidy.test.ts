import { describe, expect, it } from 'vitest';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { RULES, type Rule } from './tidy/rules.ts';
import { readSourceTree, type SourceTree } from './tidy/source-tree.ts';

describe('this repository', () => {
  const tree = readSourceTree();

  it.each(Object.keys(RULES))('%s', (name) => {
    const problems = rule(name)(tree);
    expect(problems, `${name}:\n${problems.join('\n')}`).toEqual([]);
  });
});

type Case = readonly [rule: string, path: string, text: string];

const DOMAIN = 'services/payouts/src/domain/payout.ts';
const RPC = 'services/payouts/src/rpc/payouts.ts';
const MESSAGE = 'services/payouts/src/messages/payout.ts';
const USE_CASE = 'services/payouts/src/usecases/pay-out.ts';
const ONE_WAY = 'imports point one way, and never into another service';
const NO_SQL = 'use cases hold no SQL';
const MACHINE = 'nothing names one machine or one registry';
const DOCUMENTS = 'documents are short where they must be, listed, and link to what exists';
const EVENTS = 'documents name the events that the code publishes and subscribes to';
const EVENT_TESTS = 'events are tested by who publishes them and by each subscriber';
const IMPORTED = 'production code is imported by other code';
const CONSUMERS = 'services/payouts/src/consumers/consumers.ts';
const PAYOUTS_README = 'services/payouts/README.md';

describe('the rules', () => {
  it.each<Case>([
    [ONE_WAY, DOMAIN, "import { p } from '@mikro-orm/postgresql';"],
    [ONE_WAY, DOMAIN, "import type { Context } from '../context.ts';"],
    [ONE_WAY, DOMAIN, "import { readFile } from 'node:fs';"],
    [ONE_WAY, USE_CASE, "import { payouts } from '../rpc/payouts.ts';"],
    [ONE_WAY, USE_CASE, "const { payouts } = await import('../consumers/orders.ts');"],
    [ONE_WAY, RPC, "import {\n  PayoutRow,\n} from '../db/tables/payout.ts';"],
    [ONE_WAY, RPC, "import { bank } from '../adapters/bank.ts';"],
    [ONE_WAY, MESSAGE, "import { lockPayout } from '../db/find-payout.ts';"],
    [ONE_WAY, MESSAGE, "import { payOut } from '../usecases/pay-out.ts';"],
    [ONE_WAY, 'services/payouts/src/db/find-payout.ts', "import { payoutMessage } from '../messages/payout.ts';"],
    [ONE_WAY, USE_CASE, "import { order } from '../../../orders-payments/src/domain/order.ts';"],
    [ONE_WAY, USE_CASE, "import type { Order } from '@estampa/orders-payments/domain/order';"],
    [NO_SQL, USE_CASE, 'const [row] = await em.execute(SUM);'],
    [NO_SQL, USE_CASE, 'const SUM = `\n  select sum(cents) from payout`;'],
    [NO_SQL, USE_CASE, "run(tx, 'update payout as p set version = 2');"],
    [NO_SQL, USE_CASE, 'const row = await tx.findOne(payout.Row, { id });'],
    [NO_SQL, USE_CASE, 'tx.assign(row, change);'],
    [NO_SQL, USE_CASE, 'return em.fork().upsert(payout.Row, row);'],
    ['only config.ts reads the environment', 'gateway/src/main.ts', 'const port = process.env.PORT;'],
    ['services log, they do not print', 'packages/kit/src/telemetry/log.ts', "console.log('started');"],
    ['a file has at most 250 lines', USE_CASE, 'x;\n'.repeat(251)],
    ['a file has at most 250 lines', 'proto/estampa/orders/v1/order.proto', '//\n'.repeat(251)],
    ['nothing is left unfinished', USE_CASE, ['// TO', 'DO later'].join('')],
    ['nothing is left unfinished', 'README.md', ['FIX', 'ME: explain'].join('')],
    ['file names are kebab-case', 'gateway/src/rateLimit.ts', ''],
    ['file names say what is inside', 'packages/kit/src/string-utils.ts', ''],
    [MACHINE, 'README.md', ['see /wo', 'rk/notes'].join('')],
    [MACHINE, '.npmrc.md', ['registry', 'example', 'com'].join('.')],
    ['a topic is written by its owner', USE_CASE, "appendEvent(tx, 'orders.v1', OrderChanged, event);"],
    [
      'every code of a rejection stands in the table of problems',
      DOMAIN,
      "throw new DomainError('invalid', 'never_heard_of', 'No');",
    ],
    ['every service has a README of five lines', PAYOUTS_README, 'one\n\ntwo\n\n\nthree\n'],
    [DOCUMENTS, 'README.md', 'see [the guide](docs/nowhere.md#start)'],
    [DOCUMENTS, 'docs/decisions/0001-ids-are-strings.md', 'listed nowhere'],
    [DOCUMENTS, 'CONTRIBUTING.md', 'x\n'.repeat(121)],
    [EVENTS, PAYOUTS_README, '- **Subscribes to** `orders.v1`\n  and nothing else.\n- **Tests**: `media.v1`'],
    [EVENTS, PAYOUTS_README, '- **Publishes** on `payouts.v1`: key `payout:<id>`.'],
    [EVENTS, PAYOUTS_README, '- **Publishes** nothing but `payout_lost`.'],
    [EVENTS, CONSUMERS, "export const orders = { topic: 'orders.v1', on: {} };"],
    [EVENTS, MESSAGE, "appendEvent(tx, 'payouts.v1', PayoutChanged, {\n  type,\n  key: `payout:${row.id}`,\n});"],
    [EVENT_TESTS, MESSAGE, "appendEvent(tx, 'payouts.v1', PayoutChanged, {\n  type,\n  key: `payout:${row.id}`,\n});"],
    [EVENT_TESTS, CONSUMERS, "const orders = { topic: 'orders.v1', on: { oder: subscribe(OrderChanged, {}) } };"],
    [IMPORTED, 'services/payouts/src/consumers/orders.ts', 'export const orders = {};'],
    [EVENTS, 'docs/architecture.md', 'orders -- orders.v1 --> payouts'],
  ])('"%s" finds fault with %s (case %#)', (name, path, text) => {
    expect(rule(name)(withReadmes({ path, text }))).toHaveLength(1);
  });

  it.each<Case>([
    [ONE_WAY, DOMAIN, "import { cents } from '@estampa/kernel/money';\nimport { hold } from './hold.ts';"],
    [ONE_WAY, DOMAIN.replace('.ts', '.test.ts'), "import { it } from 'vitest';"],
    [
      ONE_WAY,
      USE_CASE,
      "import { PayoutRow } from '../db/tables/payout.ts';\nimport { hold } from '../domain/hold.ts';",
    ],
    [
      ONE_WAY,
      RPC,
      "import type { PayoutRow } from '../db/tables/payout.ts';\nimport { appendEvent } from '@estampa/kit/events/outbox';",
    ],
    [
      ONE_WAY,
      MESSAGE,
      "import type { PayoutRow } from '../db/tables/payout.ts';\nimport { appendEvent } from '@estampa/kit/events/outbox';",
    ],
    [ONE_WAY, USE_CASE, "import { publishPayout } from '../messages/payout.ts';"],
    [ONE_WAY, 'services/payouts/src/main.ts', "import { PayoutRow } from './db/tables/payout.ts';"],
    [NO_SQL, USE_CASE, "// 'select' one\nthrow new DomainError('invalid', 'x', 'Select something, with care');"],
    [NO_SQL, USE_CASE, 'const row = await payouts.find(em, id);\nawait em.transactional(body);'],
    [NO_SQL, 'services/payouts/src/db/payout-repository.ts', "statement('select 1', {})"],
    ['only config.ts reads the environment', 'gateway/src/config.ts', 'readConfig(process.env)'],
    ['services log, they do not print', 'packages/stack/src/terminal.ts', "console.log('started');"],
    ['a file has at most 250 lines', USE_CASE, 'x;\n'.repeat(250)],
    ['file names are kebab-case', 'services/payouts/src/db/payout-repository.ts', ''],
    ['file names are kebab-case', 'vitest.config.ts', ''],
    [MACHINE, 'README.md', 'GET /discovery/home and a registry of packages'],
    ['a topic is written by its owner', USE_CASE, "appendEvent(\n  tx,\n  'payouts.v1',\n  PayoutChanged, event);"],
    [IMPORTED, 'services/payouts/src/main.ts', "import { orders } from './consumers/orders.ts';"],
    [IMPORTED, 'services/payouts/src/db/migrations/0001-first-tables.ts', ''],
    ['every service has a README of five lines', PAYOUTS_README, 'a\nb\nc\nd\ne\n'],
    [DOCUMENTS, 'CONTRIBUTING.md', 'x\n'.repeat(120)],
  ])('"%s" is content with %s (case %#)', (name, path, text) => {
    expect(rule(name)(withReadmes({ path, text }))).toEqual([]);
  });
});

describe('an event', () => {
  const problems = rule(EVENT_TESTS);
  const published = {
    path: 'services/orders-payments/src/messages/order.ts',
    text: "appendEvent(tx, 'orders.v1', OrderChanged, { type, key: `order:${id}`, message });",
  };
  const subscribed = {
    path: CONSUMERS,
    text: "const orders = { topic: 'orders.v1', on: { order: subscribe(OrderChanged, { apply: projectOrder }) } };",
  };
  const testIn = (service: string) => ({ path: `services/${service}/test/orders.test.ts`, text: 'key: `order:${id}`' });

  it('is tested on both sides', () => {
    expect(problems([published, subscribed])).toEqual([
      'services/orders-payments/test names no event of order:<id>, which orders-payments publishes',
      'services/payouts/test names no event of order:<id>, which payouts subscribes to',
    ]);
    expect(problems([published, subscribed, testIn('orders-payments'), testIn('payouts')])).toEqual([]);
  });

  it('is one that its owner publishes', () => {
    expect(problems([subscribed, testIn('payouts')])).toEqual([
      'payouts subscribes to order of orders.v1, which orders-payments does not publish',
    ]);
  });
});

describe('a circle of imports', () => {
  const circles = rule('imports make no circle, not even of types');
  const file = (name: string, imported: string) => ({
    path: `packages/kit/src/${name}.ts`,
    text: `import type { X } from '${imported}';\n`,
  });

  it('is named once, whichever way its files import each other', () => {
    const tree = [file('a', './b.ts'), file('b', '@estampa/kit/c'), file('c', './a.ts'), file('d', './a.ts')];

    expect(circles(tree)).toEqual([
      'packages/kit/src/a.ts and packages/kit/src/b.ts and packages/kit/src/c.ts import each other',
    ]);
  });

  it('is none where files only share what they import', () => {
    expect(circles([file('a', './c.ts'), file('b', './c.ts'), file('c', 'node:fs')])).toEqual([]);
  });
});

function rule(name: string): Rule {
  const found = RULES[name];
  if (!found) throw new Error(`no rule "${name}"`);
  return found;
}

/** A tree in which only the given file can be at fault. */
function withReadmes(file: SourceTree[number]): SourceTree {
  const readmes = SERVICE_NAMES.map((name) => ({ path: `services/${name}/README.md`, text: 'a\nb\nc\nd\ne' }));
  return [file, ...readmes.filter(({ path }) => path !== file.path)];
}
