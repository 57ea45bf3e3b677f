import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const SOURCES = resolve(import.meta.dirname, '..');
/** An import that is still there when the types are gone. */
const IMPORT = /^(?:import|export) (?!type )[^;]*? from '(\.[^']+)';$/gms;

/** All modules of this service that are loaded with this one. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, imported] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
    loadedWith(resolve(dirname(path), imported!), seen);
  }
  return seen;
}

const within = (entry: string) =>
  [...loadedWith(resolve(SOURCES, entry))].map((path) => path.slice(SOURCES.length + 1));

const PIXEL_MODULES = [
  'adapters/image-tasks.ts',
  'adapters/compositor.ts',
  'adapters/artwork-raster.ts',
  'domain/blending.ts',
];

describe('work on pixels', () => {
  it.each(PIXEL_MODULES)('is out of reach of the thread that answers calls: %s', (module) => {
    expect(within('main.ts')).toContain('adapters/image-thread.ts');
    expect(within('main.ts')).not.toContain(module);
    expect(within('adapters/image-worker.ts')).toContain(module);
  });

  it('and on the files of strangers is in a thread that nothing else shares', () => {
    for (const entry of ['main.ts', 'adapters/image-worker.ts'])
      expect(within(entry)).not.toContain('adapters/psd/import-psd.ts');
    expect(within('adapters/psd/psd-worker.ts')).toContain('adapters/psd/import-psd.ts');
  });
});
