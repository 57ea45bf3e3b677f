import { DomainError } from '@estampa/kernel/errors';
import { currentCall } from '@estampa/kit/call';
import type { Work } from '@estampa/kit/transact';
import type { Context } from '../context.ts';
import type { RenderWithOptions } from '../db/latest-renders.ts';
import type { Placement } from '../domain/placement.ts';
import { getArtwork } from './get-artwork.ts';
import { renderPlacement } from './render-placement.ts';

export const RENDERS_AT_ONCE_MAX = 50;
/** No more than one seller's turns, so that a batch never fills the queue in which others wait. */
const UNDER_WAY_MAX = 2;
/** Less time than this is too little for another picture. */
const TIME_FOR_ONE_MS = 5_000;

type Wanted = { templateId: string; placement: Placement | null };
type Refused = { templateId: string; code: string; message: string };
export type Rendered = { renders: RenderWithOptions[]; failed: Refused[] };

/** Renders an artwork on several templates; a template that is refused is named, and loses none of the others. */
export async function renderPlacements(
  context: Context,
  { artworkId, wanted }: { artworkId: string; wanted: readonly Wanted[] },
): Promise<Work<Rendered>> {
  mustBeFew(wanted);
  await getArtwork(context, artworkId);
  const outcomes: (RenderWithOptions | Refused)[] = [];
  const left = wanted.entries();
  const takeTurns = async () => {
    for (const [at, one] of left) outcomes[at] = await outcomeOf(context, artworkId, one);
  };
  await Promise.all(Array.from({ length: UNDER_WAY_MAX }, takeTurns));
  return async () => ({
    renders: outcomes.filter((outcome) => 'render' in outcome),
    failed: outcomes.filter((outcome) => 'code' in outcome),
  });
}

async function outcomeOf(
  context: Context,
  artworkId: string,
  { templateId, placement }: Wanted,
): Promise<RenderWithOptions | Refused> {
  const refused = ({ reason, message }: DomainError): Refused => ({ templateId, code: reason, message });
  const { deadline = null, signal = null } = currentCall() ?? {};
  signal?.throwIfAborted();
  if (deadline !== null && deadline - Date.now() < TIME_FOR_ONE_MS) return refused(outOfTime());
  const own = { ...context, em: context.em.fork() };
  try {
    const work = await renderPlacement(own, { artworkId, templateId, placement, productTypeId: null });
    return await work(own.em);
  } catch (error) {
    if (error instanceof DomainError) return refused(error);
    throw error;
  }
}

const outOfTime = () =>
  new DomainError('busy', 'busy', 'There was no time left for this one; ask again, what is done stands');

function mustBeFew(wanted: readonly Wanted[]): void {
  if (wanted.length >= 1 && wanted.length <= RENDERS_AT_ONCE_MAX) return;
  const message = `must name 1 to ${RENDERS_AT_ONCE_MAX} templates`;
  const fields = [{ path: 'templateIds', code: 'out_of_range', message }];
  throw new DomainError('invalid', 'validation_failed', `templateIds ${message}`, { fields });
}
