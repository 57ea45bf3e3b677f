import { expect, it } from 'vitest';
import { productionCode } from './production-code.ts';
import { TARGETS } from './targets.ts';

it('leaves out models and samples, which only tests import', () => {
  const code = productionCode(TARGETS['orders-payments']!).map((path) => path.split('/').at(-1));

  expect(code).toEqual(expect.arrayContaining(['settle-refunds.ts', 'order.ts']));
  expect(code.filter((name) => /model|samples/.test(name!))).toEqual([]);
});

it('knows what other packages import', () => {
  expect(productionCode(TARGETS['kit-rpc']!)).toContain('packages/kit/src/rpc/update-mask.ts');
});

it.each(Object.entries(TARGETS))('finds the code of %s', (_name, target) => {
  expect(productionCode(target)).not.toEqual([]);
});
