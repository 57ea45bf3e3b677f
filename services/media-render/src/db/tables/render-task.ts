import { integer, json, key, nullable, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import type { Placement } from '../../domain/placement.ts';
import { RENDER_REASONS } from '../../domain/render-queue.ts';

/** One artwork on one template that is to be rendered. */
export const renderTask = table('render_task', {
  artworkId: key(uuid),
  templateId: key(text),
  /** Another one each time that the same pair is requested. */
  id: uuid,
  sellerProfileId: uuid,
  reason: oneOf(RENDER_REASONS),
  /** As requested, and the version of the file that it was meant for; null for what is out of date. */
  placement: nullable(json<Placement>()),
  artworkVersion: nullable(integer),
  /** The earliest is rendered first. */
  dueAt: timestamp,
  /** Until then a replica works on it, or it waits after a failure. */
  freeAt: timestamp,
  tries: integer,
});

/** What is rendered. */
export const TASK = renderTask.pick('id', 'artworkId', 'templateId', 'reason', 'placement', 'artworkVersion', 'tries');
export type RenderTask = RowOf<typeof TASK>;
