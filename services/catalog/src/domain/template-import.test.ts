import { DomainError, type ErrorKind } from '@estampa/kernel/errors';
import { describe, expect, it } from 'vitest';
import { afterError, draftNames } from './template-import.ts';
import { isReservedTemplateId, isTemplateId, templateIdOf } from './template.ts';

const ID = '0190a1b2-0000-7000-8000-0123456789ab';

describe('the draft of a print area', () => {
  const names = (displayName: string, printAreas: readonly string[], index = 0) =>
    draftNames({ id: ID, displayName, printAreas }, index);

  it.each<[string, string, string[], number, { id: string; displayName: string }]>([
    [
      'is called as the import',
      'Camiseta Básica',
      ['Frente'],
      0,
      { id: 'camiseta-basica-456789ab-1', displayName: 'Camiseta Básica' },
    ],
    [
      'has its own name beside others',
      'Camiseta',
      ['Frente', ' Costas '],
      1,
      { id: 'camiseta-456789ab-2', displayName: 'Camiseta (Costas)' },
    ],
    [
      'has none where that is empty',
      'Camiseta',
      ['Frente', '  '],
      1,
      { id: 'camiseta-456789ab-2', displayName: 'Camiseta' },
    ],
    ['has a name in letters', '日本', ['a'], 0, { id: 'template-456789ab-1', displayName: '日本' }],
  ])('%s', (_how, displayName, printAreas, index, expected) => {
    expect(names(displayName, printAreas, index)).toEqual(expected);
  });

  it('has an id of which all fits, for the last of many areas too', () => {
    const { id } = names('a'.repeat(200), [], 98);

    expect(id).toBe(`${'a'.repeat(68)}-456789ab-99`);
    expect(isTemplateId(id)).toBe(true);
  });

  it('has 150 characters of a long name, none of them halved', () => {
    expect(names('😀'.repeat(151), ['a']).displayName).toBe('😀'.repeat(150));
  });
});

describe('an import that fails', () => {
  const of = (kind: ErrorKind) => new DomainError(kind, 'why', 'It is so');
  const failure = { code: 'why', message: 'It is so' };

  it.each<[string, unknown, number, object]>([
    ['because of its file ends', of('invalid'), 1, { failure }],
    ['because of what is gone ends', of('not_found'), 1, { failure }],
    ['because a service is away is tried again', of('unavailable'), 1, { retryAfterMs: 4_000 }],
    ['because others are at work is tried again later', of('busy'), 2, { retryAfterMs: 8_000 }],
    ['by a conflict is tried again', of('conflict'), 4, { retryAfterMs: 32_000 }],
    ['for any other reason is tried again', new Error('no'), 0, { retryAfterMs: 2_000 }],
    ['five times ends', new Error('no'), 5, { failure: { code: 'busy', message: expect.any(String) } }],
  ])('%s', (_how, error, tries, expected) => {
    expect(afterError(error, tries)).toEqual(expected);
  });
});

it('has an address that no template has', () => {
  expect(isReservedTemplateId(templateIdOf('Import PSD'))).toBe(true);
  expect(isReservedTemplateId('import-psd-2')).toBe(false);
});
