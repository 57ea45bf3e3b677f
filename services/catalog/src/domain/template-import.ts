import { DomainError } from '@estampa/kernel/errors';
import { slugOf } from '@estampa/kernel/slug';
import { TEMPLATE_ID_LENGTH_MAX } from './template.ts';

export const IMPORT_STATES = ['queued', 'running', 'completed', 'failed'] as const;

/** What of a file a template cannot show as it was; `templateId` where it is a matter of one. */
export type ImportWarning = { code: string; layer: string; message: string; templateId?: string };
export type ImportFailure = { code: string; message: string };

const NAME_MAX_CHARACTERS = 150;
const NAMELESS = 'template';
/** Enough to tell the imports of one name apart. */
const MARK_LENGTH = 8;
const NUMBER_LENGTH_MAX = 3;

type Import = { id: string; displayName: string; printAreas: readonly string[] };

/** A print area's template: by the name of the import, and its own where there are several. */
export function draftNames(
  { id, displayName, printAreas }: Import,
  index: number,
): { id: string; displayName: string } {
  const slug = slugOf(displayName, TEMPLATE_ID_LENGTH_MAX - MARK_LENGTH - NUMBER_LENGTH_MAX - 1) || NAMELESS;
  const name = printAreas[index]?.trim();
  const isOneOfSeveral = printAreas.length > 1 && name;
  return {
    id: `${slug}-${id.slice(-MARK_LENGTH)}-${index + 1}`,
    displayName: Array.from(isOneOfSeveral ? `${displayName} (${name})` : displayName)
      .slice(0, NAME_MAX_CHARACTERS)
      .join(''),
  };
}

const STEP_TRIES_MAX = 5;
const RETRY_MIN_MS = 2_000;

type Outcome = { failure: ImportFailure } | { retryAfterMs: number };

/** What a file is to blame for ends its import at once; other trouble is tried again for some minutes. */
export function afterError(error: unknown, tries: number): Outcome {
  const isFinal = error instanceof DomainError && !['unavailable', 'busy', 'conflict'].includes(error.kind);
  if (isFinal) return { failure: { code: error.reason, message: error.message } };
  if (tries >= STEP_TRIES_MAX)
    return { failure: { code: 'busy', message: 'The file could not be imported at the moment; try again' } };
  return { retryAfterMs: RETRY_MIN_MS * 2 ** tries };
}
