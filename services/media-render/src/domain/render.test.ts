import { describe, expect, it } from 'vitest';
import {
  failed,
  finished,
  LEASE_MS,
  NEXT,
  type Render,
  RENDER_STATUSES,
  type RenderStatus,
  started,
  slotOf,
} from './render.ts';

const NOW = new Date('2026-05-04T12:00:00.000Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const aRender = (render: Partial<Render> = {}): Render => ({
  status: 'rendered',
  inputHash: 'same',
  leaseId: null,
  leaseUntil: null,
  ...render,
});

describe('turnOf', () => {
  it.each([
    ['works on the first render', null, 'work'],
    ['is done when the very picture stands', aRender(), 'done'],
    ['works on other input', aRender({ inputHash: 'other' }), 'work'],
    ['works again after a failure', aRender({ status: 'failed' }), 'work'],
    ['waits for who is at work', aRender({ leaseId: 'a', leaseUntil: later(1) }), 'wait'],
    ['takes over from who died', aRender({ status: 'rendering', leaseId: 'a', leaseUntil: NOW }), 'work'],
  ])('%s', (_, render, turn) => {
    expect(slotOf(render, 'same', NOW)).toBe(turn);
  });
});

describe('starting', () => {
  it.each<[RenderStatus, RenderStatus]>([
    ['pending', 'rendering'],
    ['failed', 'rendering'],
    ['rendering', 'rendering'],
    ['rendered', 'rendered'],
  ])('from %s it is %s, under a lease', (status, next) => {
    expect(started(aRender({ status }), 'mine', NOW)).toEqual({
      status: next,
      leaseId: 'mine',
      leaseUntil: later(LEASE_MS),
    });
  });
});

describe('ending', () => {
  const NO_LEASE = { leaseId: null, leaseUntil: null };
  const held = (status: RenderStatus) => aRender({ status, leaseId: 'mine', leaseUntil: later(1) });

  it('well makes it rendered and clears an earlier error', () => {
    const rendered = { status: 'rendered', error: null, ...NO_LEASE };
    expect(finished(held('rendering'), 'mine')).toEqual(rendered);
    expect(finished(held('rendered'), 'mine')).toEqual(rendered);
  });

  it('badly leaves an earlier image in use, and is a failure without one', () => {
    expect(failed(held('rendered'), 'mine', 'why')).toEqual({ status: 'rendered', error: null, ...NO_LEASE });
    expect(failed(held('rendering'), 'mine', 'why')).toEqual({ status: 'failed', error: 'why', ...NO_LEASE });
  });

  it.each([
    ['after another took over', 'theirs', 'rendering' as const, 'busy'],
    ['of what was never started', 'mine', 'pending' as const, 'wrong_state'],
  ])('%s is rejected', (_, leaseId, status, kind) => {
    const render = { ...held(status), leaseId };

    expect(() => finished(render, 'mine')).toThrow(expect.objectContaining({ kind }));
  });

  it('badly after another took over is rejected', () => {
    const render = { ...held('rendering'), leaseId: 'theirs' };

    expect(() => failed(render, 'mine', 'why')).toThrow(expect.objectContaining({ kind: 'busy' }));
  });
});

it('every status can be reached and left', () => {
  const reached = new Set(Object.values(NEXT).flat());

  expect(RENDER_STATUSES.filter((status) => status !== 'pending' && !reached.has(status))).toEqual([]);
  expect(RENDER_STATUSES.filter((status) => NEXT[status].length === 0)).toEqual([]);
});
