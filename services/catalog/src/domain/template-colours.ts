import type { FieldError } from '@estampa/kernel/errors';

/** Colours the product of a template as the values of an option say; the option by its key. */
export type ColourMask = { option: string };
/** A value of the option, and its colour as `#rrggbb`. */
export type TemplateColour = { value: string; hexColor: string };

type OptionWithColours = {
  option: { key: string };
  values: readonly { value: string; hexColor: string | null }[];
};

/** Each is an image of its own, made while a seller waits. */
export const TEMPLATE_COLOURS_MAX = 24;

type Coloured = { colourMask: ColourMask | null; options: Record<string, string> | null };

/** The colours that a template shows: those of the option's active values that have one, or of the only one that it is for. */
export function templateColours(
  { colourMask, options }: Coloured,
  known: readonly OptionWithColours[],
): TemplateColour[] {
  if (!colourMask) return [];
  const only = Object.entries(options ?? {}).find(([key]) => key === colourMask.option)?.[1];
  const values = known.find(({ option }) => option.key === colourMask.option)?.values ?? [];
  return values.flatMap(({ value, hexColor }) =>
    hexColor === null || (only !== undefined && only !== value) ? [] : [{ value, hexColor: hexColor.toLowerCase() }],
  );
}

const OPTION_PATH = 'config.colourMask.option';

/** Rejects a mask whose option gives no colour, or more than are rendered. */
export function checkColourMask(template: Coloured, known: readonly OptionWithColours[]): FieldError[] {
  const { colourMask } = template;
  if (!colourMask) return [];
  if (!known.some(({ option }) => option.key === colourMask.option))
    return [{ path: OPTION_PATH, code: 'unknown_key', message: 'is no option of the product type' }];
  const { length } = templateColours(template, known);
  if (length === 0) return [{ path: OPTION_PATH, code: 'no_colour', message: 'has no value with a hexColor' }];
  if (!isTooMany(length)) return [];
  const message = `has ${length} colours; a template shows at most ${TEMPLATE_COLOURS_MAX}`;
  return [{ path: OPTION_PATH, code: 'too_many', message }];
}

export const isTooMany = (colours: number): boolean => colours > TEMPLATE_COLOURS_MAX;
