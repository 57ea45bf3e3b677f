import { z } from 'zod';
import { hexColor } from '../routes/part-schemas.ts';
import { DisplayBehavior, InputType } from './product-type.ts';

const AssetDefinition = z
  .object({
    key: z.string(),
    label: z.string(),
    values: z.array(z.object({ value: z.string(), label: z.string() })),
  })
  .meta({ id: 'AssetDefinition' });

const OptionDefinition = z
  .object({
    key: z.string(),
    label: z.string(),
    inputType: InputType,
    displayBehavior: DisplayBehavior,
    required: z.boolean(),
    values: z.array(z.object({ value: z.string(), label: z.string(), hexColor: hexColor.nullable() })),
  })
  .meta({ id: 'OptionDefinition' });

/** What there is to choose from, labels in pt-BR: the same for sellers who build a product and for buyers of it. */
export const definitionFields = {
  assetDefinitions: z.array(AssetDefinition),
  optionDefinitions: z.array(OptionDefinition),
};
