import { expect, it } from 'vitest';
import { packageOf, selfTimes } from './self-times.ts';

const node = (id: number, functionName: string, url = '') => ({ id, callFrame: { functionName, url, lineNumber: 9 } });

it('adds up the time of samples by package and by function, and leaves rest out', () => {
  const nodes = [
    node(1, '(idle)'),
    node(2, 'query', 'file:///a/node_modules/pg/lib/client.js'),
    node(3, 'query', 'file:///a/node_modules/pg/lib/client.js'),
    node(4, 'answer', 'file:///a/packages/kit/src/rpc/server.ts'),
  ];

  const { idleShare, packages, functions } = selfTimes({
    nodes,
    samples: [1, 2, 3, 4],
    timeDeltas: [500, 200, 100, 200],
  });

  expect(idleShare).toBe(0.5);
  expect(packages).toEqual([
    { name: 'pg', share: 0.6 },
    { name: 'packages/kit', share: 0.4 },
  ]);
  expect(functions.map(({ name }) => name)).toEqual(['query  pg client.js:10', 'answer  packages/kit server.ts:10']);
});

it.each([
  ['file:///a/node_modules/@grpc/grpc-js/build/src/call.js', '@grpc/grpc-js'],
  ['file:///a/node_modules/x/node_modules/pg/lib/client.js', 'pg'],
  ['file:///a/services/identity/src/rpc/users.ts', 'services/identity'],
  ['file:///a/gateway/src/app.ts', 'gateway'],
  ['node:internal/stream_base_commons', 'node'],
  ['', 'native'],
])('%s is of %s', (url, expected) => {
  expect(packageOf(node(1, 'f', url))).toBe(expected);
});
