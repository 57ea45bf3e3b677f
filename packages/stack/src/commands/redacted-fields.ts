import type { Image } from './proto-image.ts';

const TEXT = new Set(['TYPE_STRING', 'TYPE_BYTES']);
const ID = /(^|_)ids?$/;

/**
 * Names of the fields that logs hide: those with `debug_redact`, and each further text beside one, unless it is an id
 * or says `debug_redact = false`. So a field that joins a person's data is hidden without a mark of its own.
 */
export function redactedFields(image: Image): string[] {
  const names = image.file
    .flatMap(({ messageType = [] }) => messageType)
    .filter(({ field = [] }) => field.some(({ options }) => options?.debugRedact))
    .flatMap(({ field = [] }) => field)
    .filter(({ name, type, options }) => options?.debugRedact ?? (TEXT.has(type) && !ID.test(name)))
    .map(({ name }) => name);
  return [...new Set(names)].toSorted();
}
