import { describe, expect, it } from 'vitest';
import { PROCESS_NAMES } from '../topology.ts';
import { affectedProcesses } from './affected-processes.ts';

const USERS_OF_KIT = PROCESS_NAMES.filter((name) => name !== 'sandbox');

describe('a saved file restarts', () => {
  it.each([
    ['services/catalog/src/usecases/list-products.ts', ['catalog']],
    ['services/sandbox/src/main.ts', ['sandbox']],
    ['gateway/src/routes/orders.ts', ['gateway']],
    ['packages/kit/src/events/outbox.ts', USERS_OF_KIT],
    ['packages/kernel/src/money.ts', USERS_OF_KIT],
    ['proto/estampa/catalog/v1/product_type.proto', USERS_OF_KIT],
  ])('%s: what runs it', (path, names) => {
    expect(affectedProcesses(path).toSorted()).toEqual(names.toSorted());
  });

  it.each([
    'services/catalog/src/domain/product.test.ts',
    'services/catalog/test/list-products.test.ts',
    'services/catalog/README.md',
    'packages/stack/src/main.ts',
    'services/catalog/src/usecases/.list-products.ts.swp',
  ])('%s: nothing', (path) => {
    expect(affectedProcesses(path)).toEqual([]);
  });
});
