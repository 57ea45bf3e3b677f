import { expect, it } from 'vitest';
import { MINUTES_MAX, readOptions } from './options.ts';

it('half an hour at a rate that is measured, unless something else is said', () => {
  expect(readOptions([])).toEqual({
    minutes: 30,
    warmUpMinutes: 10,
    rate: undefined,
    seed: 1,
    record: false,
    help: false,
  });
  expect(readOptions(['--minutes', '45', '--warm-up', '20'])).toMatchObject({ minutes: 45, warmUpMinutes: 20 });
  expect(readOptions(['--minutes', '15'])).toMatchObject({ warmUpMinutes: 5 });
  expect(readOptions(['--minutes', '2', '--rate', '50', '--seed', '0', '--record'])).toMatchObject({
    minutes: 2,
    rate: 50,
    seed: 0,
    record: true,
  });
});

it.each([
  ['--minutes', '0'],
  ['--minutes', String(MINUTES_MAX + 1)],
  ['--minutes', '1.5'],
  ['--warm-up', '0'],
  ['--warm-up', '30'],
  ['--rate', '0'],
  ['--rate', '10001'],
  ['--seed', '4294967296'],
])('%s %s is rejected', (name, value) => {
  expect(() => readOptions([name, value])).toThrow(`${name} takes a number from`);
});

it.each([
  ['--minutes', '1'],
  ['--minutes', String(MINUTES_MAX)],
  ['--warm-up', '1'],
  ['--warm-up', '29'],
  ['--rate', '10000'],
  ['--seed', '4294967295'],
])('%s %s is accepted', (name, value) => {
  expect(() => readOptions([name, value])).not.toThrow();
});
