import { DomainError, wrongState } from '@estampa/kernel/errors';
import type { Placement } from './placement.ts';
import type { PrintArea } from './print-quality.ts';

export const RENDER_STATUSES = ['pending', 'rendering', 'rendered', 'failed'] as const;
export type RenderStatus = (typeof RENDER_STATUSES)[number];

/** The lifecycle: which status may follow which. */
export const NEXT: Readonly<Record<RenderStatus, readonly RenderStatus[]>> = {
  pending: ['rendering', 'failed'],
  rendering: ['rendering', 'rendered', 'failed'],
  rendered: ['rendered'],
  failed: ['rendering', 'pending'],
};

/** The values of an option that a render has an image of each. */
export type ShownColours = { option: string; values: readonly string[] };

/** An artwork on a further surface of a template, as a render shows it. */
export type ShownPrint = {
  surface: string;
  artworkId: string;
  artworkVersion: number;
  placement: Placement;
  printArea: PrintArea;
};

export type Render = {
  status: RenderStatus;
  inputHash: string | null;
  leaseId: string | null;
  leaseUntil: Date | null;
};

/** Longer than the image of one colour may take, which renews it for the next; a process that died is replaced after this. */
export const LEASE_MS = 35_000;

/** When the lease of the process that works on it now ends. */
export const leaseUntil = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

type RenderStep = 'done' | 'wait' | 'render';

/** What a request for an image made from this input should do. */
export function nextStep(render: Render | null, inputHash: string, now: Date): RenderStep {
  if (render?.leaseUntil && render.leaseUntil > now) return 'wait';
  const stands = render?.status === 'rendered' && render.inputHash === inputHash;
  return stands ? 'done' : 'render';
}

/** An image that stands stays in use while the next one is made. */
export function started(render: Render, leaseId: string, now: Date) {
  const status = render.status === 'rendered' ? 'rendered' : move(render.status, 'rendering');
  return { status, leaseId, leaseUntil: leaseUntil(now) };
}

export function finished(render: Render, leaseId: string) {
  mustOwnLease(render, leaseId);
  return { status: move(render.status, 'rendered'), error: null, ...NO_LEASE };
}

/** Without an earlier image the failure is what there is to show. */
export function failed(render: Render, leaseId: string, error: string) {
  mustOwnLease(render, leaseId);
  if (render.status === 'rendered') return { status: render.status, error: null, ...NO_LEASE };
  return { status: move(render.status, 'failed'), error, ...NO_LEASE };
}

/** Another process took over: what was made is not recorded, but a retry helps. */
export const leaseLost = () => new DomainError('busy', 'busy', 'Another render of this artwork took over; try again');

type Current = {
  artwork: { fileVersion: number } | null;
  template: { revision: number } | null;
  others?: readonly { artwork: { id: string; fileVersion: number } | null }[];
};

/** Whether one of its artworks has a newer file, or its template another revision. */
export const isStale = (
  render: {
    status: RenderStatus;
    artworkVersion: number;
    templateRevision: number | null;
    others?: readonly ShownPrint[] | null;
  },
  { artwork, template, others = [] }: Current,
): boolean =>
  render.status === 'rendered' &&
  ((artwork !== null && render.artworkVersion < artwork.fileVersion) ||
    (template !== null && render.templateRevision !== null && render.templateRevision < template.revision) ||
    (render.others ?? []).some((shown) =>
      others.some(({ artwork: one }) => one?.id === shown.artworkId && shown.artworkVersion < one.fileVersion),
    ));

/** The message of a failure whose reason is internal. */
export const COULD_NOT = 'The picture could not be made';

const LASTING: ReadonlySet<string> = new Set(['invalid', 'not_found', 'wrong_state']);

/** Whether trying again would not help. */
export const isLasting = (error: unknown): error is DomainError =>
  error instanceof DomainError && LASTING.has(error.kind);

const NO_LEASE = { leaseId: null, leaseUntil: null };

/** There is no image any more; what is being made has no lease, so it is not recorded. */
export const removed = () =>
  ({
    status: 'pending',
    isDeleted: true,
    key: null,
    colours: null,
    others: null,
    inputHash: null,
    error: null,
    ...NO_LEASE,
  }) as const;

function mustOwnLease(render: Render, leaseId: string): void {
  if (render.leaseId !== leaseId) throw leaseLost();
}

function move(from: RenderStatus, to: RenderStatus): RenderStatus {
  if (!NEXT[from].includes(to)) throw wrongState(`A render that is ${from} cannot become ${to}`);
  return to;
}
