import { describe, expect, it } from 'vitest';
import { missingBinaries } from './lock.ts';

const tool = (optionalDependencies: Record<string, string>) => ({ version: '1.0.0', dev: true, optionalDependencies });

describe('missingBinaries', () => {
  it('adds the binaries of other systems, with what they run on', () => {
    const packages = {
      'node_modules/tool': tool({ '@tool/core-darwin-arm64': '1.0.0', '@tool/linux-armv7': '1.0.0' }),
    };

    expect(missingBinaries(packages)).toEqual({
      'node_modules/@tool/core-darwin-arm64': {
        version: '1.0.0',
        os: ['darwin'],
        cpu: ['arm64'],
        dev: true,
        optional: true,
      },
      'node_modules/@tool/linux-armv7': { version: '1.0.0', os: ['linux'], cpu: ['arm'], dev: true, optional: true },
    });
  });

  it('leaves alone what is locked, also below another package, and what is no exact version', () => {
    const packages = {
      'node_modules/tool': tool({ locked: '1.0.0', nested: '1.0.0', ranged: '^1.0.0' }),
      'node_modules/locked': { version: '1.0.0' },
      'node_modules/tool/node_modules/nested': { version: '1.0.0' },
    };

    expect(missingBinaries(packages)).toEqual({});
  });
});
