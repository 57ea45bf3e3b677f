import { describe, expect, it } from 'vitest';
import { readOptions, USAGE } from './options.ts';

describe('the options of a bench', () => {
  const documented = Array.from(USAGE.matchAll(/^ {2}(--[\w-]+)( [A-Z]+)?/gm), ([, name, value]) => ({
    name: name!,
    value,
  }));
  const VALUES: Readonly<Record<string, string>> = {
    '--profile': 'gateway',
    '--kafka-driver': 'platformatic',
    '--sql': '3',
    '--scale': '100',
    '--part': 'sales',
    '--responses': '1000',
  };

  it.each(documented)('include $name', ({ name, value }) => {
    expect(() => readOptions(value ? [name, VALUES[name] ?? 'x'] : [name])).not.toThrow();
  });

  it('are documented', () => expect(documented).toHaveLength(16));

  it.each([
    ['--profile', 'sandbox'],
    ['--kafka-driver', 'node-rdkafka'],
    ['--part', 'shop'],
  ])('reject %s %s', (name, value) => {
    expect(() => readOptions([name, value])).toThrow(`${name} takes one of`);
  });

  it.each(['0', '101', '1.5', '-1', 'x', ''])('reject the scale %s', (scale) => {
    expect(() => readOptions([`--scale=${scale}`])).toThrow('--scale takes an integer from 1 to 100');
  });
});
