import type { Context } from '../../context.ts';
import { options, type OptionWithValues } from '../../db/option-repository.ts';
import { mustHaveType, type PartsWindow } from './parts-of-type.ts';

export async function listOptions(context: Context, window: PartsWindow): Promise<[OptionWithValues[], number]> {
  await mustHaveType(context, window);
  return options.findPage(context.em, window, window.page);
}
