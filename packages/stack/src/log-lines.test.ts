import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { formatLogLine, type LogFilter, parseLogLine, passes } from './log-lines.ts';

const BEFORE = '2026-01-01T00:00:00.000Z';
const line = (said: object) =>
  parseLogLine('gateway', JSON.stringify({ time: '2026-01-01T10:31:04.112Z', ...said }), BEFORE);

describe('a line of a log', () => {
  it('is read as what it says, and text as a message of the time before', () => {
    const said = { level: 'warn', service: 'gateway', name: 'gateway', requestId: 'r-1', msg: 'slow', ms: 12 };

    expect(line(said)).toEqual({
      time: '2026-01-01T10:31:04.112Z',
      process: 'gateway',
      level: 'warn',
      message: 'slow',
      requestId: 'r-1',
      rest: { ms: 12 },
    });
    for (const text of ['[2026] INFO started', '{not json'])
      expect(parseLogLine('kafka', text, BEFORE)).toMatchObject({ time: BEFORE, level: 'info', message: text });
  });

  it('is one line with its details, and the stack of its error below', () => {
    const err = { name: 'DatabaseError', message: 'gone', stack: '    at query (file.ts:1:2)' };
    const shown = formatLogLine(line({ level: 'error', msg: 'failed', requestId: '0190-abcdefgh', err, attempt: 2 }));

    expect(stripVTControlCharacters(shown).split('\n')).toEqual([
      '10:31:04.112 gateway              error failed DatabaseError: gone #abcdefgh attempt=2',
      '    at query (file.ts:1:2)',
    ]);
  });

  it.each<[string, object, Partial<LogFilter>, boolean]>([
    ['all', { level: 'info' }, {}, true],
    ['at least this level', { level: 'error' }, { level: 'warn' }, true],
    ['at least this level', { level: 'info' }, { level: 'warn' }, false],
    ['of this request', { requestId: 'r-1' }, { requestId: 'r-1' }, true],
    ['of this request', { requestId: 'r-2' }, { requestId: 'r-1' }, false],
    ['of this request', {}, { requestId: 'r-1' }, false],
  ])('passes a filter: %s', (_what, said, filter, expected) => {
    expect(passes(line(said), { requestId: null, level: 'trace', ...filter })).toBe(expected);
  });
});
