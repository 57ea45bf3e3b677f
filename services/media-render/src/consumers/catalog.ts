import { TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import { type Consumer, hear } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';
import { keepTemplate } from '../usecases/keep-template.ts';

export const catalog: Consumer<Context> = {
  topic: 'catalog.v1',
  on: { template: hear(TemplateChanged, keepTemplate) },
};
