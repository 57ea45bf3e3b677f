import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import type { TemplateRow } from '../../db/tables/template.ts';
import { templates } from '../../db/template-repository.ts';

export function getTemplate({ em, caller }: Context, id: string): Promise<TemplateRow> {
  mustReachAll(caller);
  return templates.find(em, id);
}
