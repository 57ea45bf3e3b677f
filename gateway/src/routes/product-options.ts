import type { UpdateOptionRequest, UpdateOptionValueRequest } from '@estampa/contracts/catalog/v1/option';
import type { AllFields } from '@estampa/kernel/all-fields';
import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { z } from 'zod';
import { asItIs, hexColor, label, PARTS_AT_ONCE_MAX, partKey, partValue } from './part-schemas.ts';
import { route } from './route.ts';
import { booleanQuery, listOf, otherwise, pageQuery, pathId } from './schemas.ts';
import {
  DisplayBehavior,
  InputType,
  OptionJson,
  OptionValueJson,
  optionValueView,
  optionView,
} from '../views/product-type.ts';
import { withoutNulls } from '../http/without-nulls.ts';

const ofType = z.object({ id: pathId });
const ofOption = z.object({ optionId: pathId });
const ofValue = z.object({ valueId: pathId });

const NewValue = z
  .object({
    value: partValue.describe('What is sent when it is chosen'),
    labelPt: label.describe('What buyers see'),
    labelEn: label.nullish().describe('The same in English'),
    hexColor: hexColor.nullish().describe('Shown by a color_picker'),
  })
  .meta({ id: 'NewOptionValue' });

export const productOptionRoutes = [
  route({
    name: 'createOption',
    method: 'post',
    path: '/products/types/{id}/options',
    auth: 'admin',
    summary: 'Add an option',
    description: 'A visual characteristic that the buyer chooses.',
    params: ofType,
    body: z.object({
      key: partKey.describe('What names it in selectedOptions; cannot be changed'),
      labelPt: label.describe('What buyers see'),
      labelEn: label.nullish().describe('The same in English'),
      inputType: InputType.describe('How a shop offers the choice'),
      displayBehavior: DisplayBehavior,
      required: otherwise(z.boolean(), false).describe('Whether an order has to name a value'),
      values: otherwise(z.array(NewValue).max(PARTS_AT_ONCE_MAX), []).describe(
        'The values to choose from; more can be added later',
      ),
    }),
    status: 201,
    errors: { 400: ['limit_reached'], 409: ['already_exists'] },
    response: OptionJson,
    settles: ['media-render', 'storefront'],
    async handle({ params: { id: productTypeId }, body, clients }) {
      const values = body.values.map(withoutNulls);
      const { option } = await clients.productTypes.createOption({ ...withoutNulls(body), productTypeId, values });
      return optionView(option!);
    },
  }),

  route({
    name: 'listOptions',
    method: 'get',
    path: '/products/types/{id}/options',
    auth: 'admin',
    summary: 'List the options of a product type, newest first',
    params: ofType,
    query: z.object({ ...pageQuery, includeInactive: booleanQuery.default(false) }),
    response: listOf('options', OptionJson),
    async handle({ params: { id: productTypeId }, query: { skip, limit, includeInactive }, clients }) {
      const page = { skip, limit };
      const { options, total } = await clients.productTypes.listOptions({ productTypeId, page, includeInactive });
      return { options: options.map(optionView), total, skip, limit };
    },
  }),

  route({
    name: 'updateOption',
    method: 'patch',
    path: '/products/options/{optionId}',
    auth: 'admin',
    summary: 'Change an option, but not its key',
    params: ofOption,
    body: z.object({
      key: asItIs,
      labelPt: label.optional().describe('What buyers see'),
      labelEn: label.nullish().describe('The same in English; null clears it'),
      inputType: InputType.optional().describe('How a shop offers the choice'),
      displayBehavior: DisplayBehavior.optional(),
      required: z.boolean().optional().describe('Whether an order has to name a value'),
    }),
    response: OptionJson,
    settles: ['storefront'],
    async handle({ params: { optionId }, body, clients }) {
      const { option } = await clients.productTypes.updateOption({
        id: optionId,
        ...maskedUpdate(body),
      } satisfies AllFields<UpdateOptionRequest>);
      return optionView(option!);
    },
  }),

  route({
    name: 'deactivateOption',
    method: 'delete',
    path: '/products/options/{optionId}',
    auth: 'admin',
    summary: 'Deactivate an option',
    description: 'No longer required from buyers.',
    params: ofOption,
    status: 204,
    settles: ['media-render', 'storefront'],
    handle: ({ params: { optionId }, clients }) => clients.productTypes.deactivateOption({ id: optionId }),
  }),

  route({
    name: 'createOptionValue',
    method: 'post',
    path: '/products/options/{optionId}/values',
    auth: 'admin',
    summary: 'Add a value to an option',
    params: ofOption,
    body: NewValue,
    status: 201,
    errors: { 400: ['wrong_state', 'limit_reached'], 409: ['already_exists'] },
    response: OptionValueJson,
    settles: ['media-render', 'storefront'],
    async handle({ params: { optionId }, body, clients }) {
      const { value } = await clients.productTypes.createOptionValue({ optionId, value: withoutNulls(body) });
      return optionValueView(value!);
    },
  }),

  route({
    name: 'updateOptionValue',
    method: 'patch',
    path: '/products/option-values/{valueId}',
    auth: 'admin',
    summary: 'Change the labels and colour of an option value',
    params: ofValue,
    body: z.object({
      value: asItIs,
      labelPt: label.optional().describe('What buyers see'),
      labelEn: label.nullish().describe('The same in English; null clears it'),
      hexColor: hexColor.nullish().describe('Shown by a color_picker; null clears it'),
    }),
    errors: { 400: ['limit_reached'] },
    response: OptionValueJson,
    settles: ['media-render', 'storefront'],
    async handle({ params: { valueId }, body, clients }) {
      const { value } = await clients.productTypes.updateOptionValue({
        id: valueId,
        ...maskedUpdate(body),
      } satisfies AllFields<UpdateOptionValueRequest>);
      return optionValueView(value!);
    },
  }),

  route({
    name: 'deactivateOptionValue',
    method: 'delete',
    path: '/products/option-values/{valueId}',
    auth: 'admin',
    summary: 'Deactivate an option value',
    params: ofValue,
    status: 204,
    settles: ['media-render', 'storefront'],
    handle: ({ params: { valueId }, clients }) => clients.productTypes.deactivateOptionValue({ id: valueId }),
  }),
];
