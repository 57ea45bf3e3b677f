import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATE, sameInEveryBuild } from './same-in-every-build.ts';

describe('what goes into an image', () => {
  let place: string;
  let layer: string;
  const write = (path: string, mode: number) => {
    mkdirSync(join(place, path, '..'), { recursive: true });
    writeFileSync(join(place, path), path);
    chmodSync(join(place, path), mode);
  };
  const modeOf = (path: string) => (lstatSync(join(place, path)).mode & 0o777).toString(8);

  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'estampa-image-'));
    layer = join(place, 'layer');
    write('layer/app/service/main.ts', 0o664);
    write('layer/app/.github/workflows/.keep', 0o600);
    write('layer/app/node_modules/.bin/tool', 0o700);
    write('outside/file', 0o600);
    symlinkSync('../../outside', join(layer, 'app/.elsewhere'));
    symlinkSync('no-such-file', join(layer, 'app/dangling'));
    chmodSync(join(layer, 'app/.github'), 0o775);
  });
  afterEach(() => rmSync(place, { recursive: true }));

  it('has one date: directories, names with a dot, and links', () => {
    sameInEveryBuild(layer);

    const dates = ['.', ...readdirSync(layer, { recursive: true, encoding: 'utf8' })]
      .filter((path) => !path.startsWith('app/.elsewhere/'))
      .map((path) => [path, lstatSync(join(layer, path)).mtime.toISOString()]);
    expect(Object.fromEntries(dates)).toEqual(
      Object.fromEntries(
        [
          '.',
          'app',
          'app/.elsewhere',
          'app/.github',
          'app/.github/workflows',
          'app/.github/workflows/.keep',
          'app/dangling',
          'app/node_modules',
          'app/node_modules/.bin',
          'app/node_modules/.bin/tool',
          'app/service',
          'app/service/main.ts',
        ].map((path) => [path, DATE.toISOString()]),
      ),
    );
  });

  it('has the modes of no umask', () => {
    sameInEveryBuild(layer);

    expect(modeOf('layer/app/service/main.ts')).toBe('644');
    expect(modeOf('layer/app/.github/workflows/.keep')).toBe('644');
    expect(modeOf('layer/app/.github')).toBe('755');
    expect(modeOf('layer/app/node_modules/.bin/tool')).toBe('755');
  });

  it('ends where links lead out of it', () => {
    const before = lstatSync(join(place, 'outside/file'));

    sameInEveryBuild(layer);

    expect(lstatSync(join(place, 'outside/file')).mtimeMs).toBe(before.mtimeMs);
    expect(lstatSync(join(place, 'outside')).mtime).not.toEqual(DATE);
    expect(modeOf('outside/file')).toBe('600');
  });
});
