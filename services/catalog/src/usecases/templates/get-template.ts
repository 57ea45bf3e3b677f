import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { findTemplate } from '../../db/find-template.ts';
import type { TemplateRow } from '../../db/template.entity.ts';

export function getTemplate({ em, caller }: Context, id: string): Promise<TemplateRow> {
  mustReachAll(caller);
  return findTemplate(em, id);
}
