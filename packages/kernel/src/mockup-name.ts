import { createHash } from 'node:crypto';

/** What is printed on a further surface of a template, beside the one that its own print area is. */
export type FurtherPrint = { surface: string; artworkId: string };

/** Neither ids of templates nor keys of surfaces contain it. */
const DIVIDER = '.';

/**
 * Names what a render shows beside its own artwork: the template, and each further surface with what is printed there. Where that is
 * nothing it is the id of the template, as it was before templates showed several surfaces.
 */
export const mockupName = (templateId: string, others: readonly FurtherPrint[]): string =>
  [
    templateId,
    ...others
      .toSorted((one, other) => (one.surface < other.surface ? -1 : 1))
      .flatMap(({ surface, artworkId }) => [surface, artworkId]),
  ].join(DIVIDER);

export function mockupOf(name: string): { templateId: string; others: FurtherPrint[] } {
  const [templateId = '', ...parts] = name.split(DIVIDER);
  const others = Array.from({ length: Math.floor(parts.length / 2) }, (_, at) => ({
    surface: parts[2 * at]!,
    artworkId: parts[2 * at + 1]!,
  }));
  return { templateId, others };
}

/**
 * Of images of an artwork on a template the one that shows a product: `wanted`, with all of it that the template shows. Until that is
 * made, as where the template has just got or lost a surface, the one that shows most of what is `printed` and nothing else.
 */
export function bestMockup<R extends { templateId: string }>(
  renders: readonly R[],
  wanted: string,
  printed: readonly FurtherPrint[],
): R | undefined {
  const isPrinted = ({ surface, artworkId }: FurtherPrint) =>
    printed.some((print) => print.surface === surface && print.artworkId === artworkId);
  const fitting = renders.filter(({ templateId }) => mockupOf(templateId).others.every(isPrinted));
  const shown = ({ templateId }: R) => (templateId === wanted ? Infinity : mockupOf(templateId).others.length);
  return fitting.toSorted((one, other) => shown(other) - shown(one))[0];
}

/** No storage takes a longer part of a path. */
const FOLDER_CHARACTERS_MAX = 255;

/** What the files of a mockup lie in: its name; where that is too long, a digest of it beside the template. */
export const mockupFolder = (name: string): string =>
  name.length <= FOLDER_CHARACTERS_MAX
    ? name
    : [mockupOf(name).templateId, createHash('sha256').update(name).digest('hex')].join(DIVIDER);

/** Where artworks lie on a further surface of a template; on its own print area that is the id of the template. */
export const areaName = (templateId: string, surface: string): string => `${templateId}${DIVIDER}${surface}`;

/** Of an area's name; null for that of a template. */
export const surfaceOf = (name: string): string | null => name.split(DIVIDER)[1] ?? null;
