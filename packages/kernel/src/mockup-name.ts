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

/** Where artworks lie on a further surface of a template; on its own print area that is the id of the template. */
export const areaName = (templateId: string, surface: string): string => `${templateId}${DIVIDER}${surface}`;

/** Of an area's name; null for that of a template. */
export const surfaceOf = (name: string): string | null => name.split(DIVIDER)[1] ?? null;
