import { z } from 'zod';
import { hexColor } from '../routes/part-schemas.ts';
import { DisplayBehavior, InputType } from './product-type.ts';

const AssetDefinition = z
  .object({
    key: z.string().describe('The characteristic, such as size'),
    label: z.string().describe('What the key is called'),
    values: z
      .array(
        z.object({ value: z.string().describe('Such as m'), label: z.string().describe('What the value is called') }),
      )
      .describe('What there is of it'),
  })
  .meta({ id: 'AssetDefinition' });

const OptionDefinition = z
  .object({
    key: z.string().describe('What names it in selectedOptions'),
    label: z.string().describe('What the option is called'),
    inputType: InputType.describe('How to offer the choice'),
    displayBehavior: DisplayBehavior.describe('Which images to show for it'),
    required: z.boolean().describe('Whether an order has to name a value'),
    values: z
      .array(
        z.object({
          value: z.string().describe('What is sent when it is chosen'),
          label: z.string().describe('What the value is called'),
          hexColor: hexColor.nullable().describe('Null where it is no colour'),
        }),
      )
      .describe('What can be chosen'),
  })
  .meta({ id: 'OptionDefinition' });

/** What there is to choose from, labels in pt-BR: the same for sellers who build a product and for buyers of it. */
export const definitionFields = {
  assetDefinitions: z.array(AssetDefinition).describe('What distinguishes variants'),
  optionDefinitions: z.array(OptionDefinition).describe('What the buyer chooses'),
};
