import { z } from 'zod';
import { DISPLAY_BEHAVIORS, INPUT_TYPES } from './product-type.ts';

/** What there is to choose from, labels in pt-BR: the same for sellers who build a product and for buyers of it. */
export const definitionFields = {
  assetDefinitions: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      values: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
  ),
  optionDefinitions: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      inputType: z.enum(INPUT_TYPES),
      displayBehavior: z.enum(DISPLAY_BEHAVIORS),
      required: z.boolean(),
      values: z.array(z.object({ value: z.string(), label: z.string(), hexColor: z.string().nullable() })),
    }),
  ),
};
