import { DomainError } from '@estampa/kernel/errors';
import { describe, expect, it } from 'vitest';
import {
  failed,
  finished,
  isLasting,
  isStale,
  LEASE_MS,
  NEXT,
  removed,
  type Render,
  RENDER_STATUSES,
  type RenderStatus,
  started,
  nextStep,
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

describe('the next step of a request', () => {
  it.each([
    ['renders what was never rendered', null, 'render'],
    ['is done when that very image stands', aRender(), 'done'],
    ['renders other input', aRender({ inputHash: 'other' }), 'render'],
    ['renders again after a failure', aRender({ status: 'failed' }), 'render'],
    ['waits while another process has the lease', aRender({ leaseId: 'a', leaseUntil: later(1) }), 'wait'],
    ['takes over a lease that has ended', aRender({ status: 'rendering', leaseId: 'a', leaseUntil: NOW }), 'render'],
  ])('%s', (_, render, step) => {
    expect(nextStep(render, 'same', NOW)).toBe(step);
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
  const leased = (status: RenderStatus) => aRender({ status, leaseId: 'mine', leaseUntil: later(1) });

  it('well makes it rendered and clears an earlier error', () => {
    const rendered = { status: 'rendered', error: null, ...NO_LEASE };
    expect(finished(leased('rendering'), 'mine')).toEqual(rendered);
    expect(finished(leased('rendered'), 'mine')).toEqual(rendered);
  });

  it('badly leaves an earlier image in use, and is a failure without one', () => {
    expect(failed(leased('rendered'), 'mine', 'why')).toEqual({ status: 'rendered', error: null, ...NO_LEASE });
    expect(failed(leased('rendering'), 'mine', 'why')).toEqual({ status: 'failed', error: 'why', ...NO_LEASE });
  });

  it.each([
    ['after another took over', 'theirs', 'rendering' as const, 'busy'],
    ['of what was never started', 'mine', 'pending' as const, 'wrong_state'],
  ])('%s is rejected', (_, leaseId, status, kind) => {
    const render = { ...leased(status), leaseId };

    expect(() => finished(render, 'mine')).toThrow(expect.objectContaining({ kind }));
  });

  it('badly after another took over is rejected', () => {
    const render = { ...leased('rendering'), leaseId: 'theirs' };

    expect(() => failed(render, 'mine', 'why')).toThrow(expect.objectContaining({ kind: 'busy' }));
  });
});

it('every status can be reached and left', () => {
  const reached = new Set(Object.values(NEXT).flat());

  expect(RENDER_STATUSES.filter((status) => status !== 'pending' && !reached.has(status))).toEqual([]);
  expect(RENDER_STATUSES.filter((status) => NEXT[status].length === 0)).toEqual([]);
});

const RENDERED = { status: 'rendered' as RenderStatus, artworkVersion: 2, templateRevision: 5 as number | null };
const PLACED = {
  placement: { x: 0, y: 0, scale: 1, rotation: 0 },
  printArea: { bounds: { x: 0, y: 0, width: 9, height: 9 }, widthMm: null },
};
const OF_SEVERAL = { ...RENDERED, others: [{ surface: 'sleeve', artworkId: 'b', artworkVersion: 3, ...PLACED }] };

it.each<[string, Parameters<typeof isStale>[0], Parameters<typeof isStale>[1], boolean]>([
  ['its own', RENDERED, { artwork: { fileVersion: 2 }, template: { revision: 5 } }, false],
  ['older ones', RENDERED, { artwork: { fileVersion: 1 }, template: { revision: 4 } }, false],
  ['a newer file', RENDERED, { artwork: { fileVersion: 3 }, template: null }, true],
  [
    'a newer file on a further surface',
    OF_SEVERAL,
    { artwork: null, template: null, others: [{ artwork: { id: 'b', fileVersion: 4 } }] },
    true,
  ],
  [
    'its own there',
    OF_SEVERAL,
    { artwork: null, template: null, others: [{ artwork: { id: 'b', fileVersion: 3 } }] },
    false,
  ],
  ['a newer template', RENDERED, { artwork: null, template: { revision: 6 } }, true],
  [
    'a template it knows nothing of',
    { ...RENDERED, templateRevision: null },
    { artwork: null, template: { revision: 6 } },
    false,
  ],
  ['nothing any more', RENDERED, { artwork: null, template: null }, false],
  [
    'a newer file, while it is made',
    { ...RENDERED, status: 'rendering' },
    { artwork: { fileVersion: 3 }, template: null },
    false,
  ],
])('an image is out of date beside %s: %s', (_what, render, current, stale) => {
  expect(isStale(render, current)).toBe(stale);
});

it('an image that was removed can be made anew', () => {
  expect(removed()).toEqual({
    status: 'pending',
    isDeleted: true,
    key: null,
    colours: null,
    others: null,
    inputHash: null,
    error: null,
    leaseId: null,
    leaseUntil: null,
  });
});

it.each([
  [new DomainError('invalid', 'x', 'x'), true],
  [new DomainError('not_found', 'x', 'x'), true],
  [new DomainError('wrong_state', 'x', 'x'), true],
  [new DomainError('busy', 'x', 'x'), false],
  [new Error('x'), false],
])('%s is lasting: %s', (error, lasting) => {
  expect(isLasting(error)).toBe(lasting);
});
