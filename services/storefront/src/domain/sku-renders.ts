import type { AllowedOptions, CatalogVariant, Choice, Render, Template } from './facts.ts';

export type TemplateRender = { template: Template; render: Render };

/** The newest finished render of each active template, oldest template first. */
export function templateRenders(templates: readonly Template[], renders: readonly Render[]): TemplateRender[] {
  const newest = new Map<string, Render>();
  for (const render of renders) {
    const known = newest.get(render.templateId);
    if (render.status === 'rendered' && (!known || madeAt(render) > madeAt(known)))
      newest.set(render.templateId, render);
  }
  return templates
    .filter(({ isActive }) => isActive)
    .toSorted((one, other) => madeAt(one) - madeAt(other) || (one.id < other.id ? -1 : 1))
    .flatMap((template) => {
      const render = newest.get(template.id);
      return render ? [{ template, render }] : [];
    });
}

/** Those that show what the buyer of one SKU can get (SPEC "Renders per SKU"). */
export const skuRenders = (
  all: readonly TemplateRender[],
  variant: CatalogVariant,
  allowedOptions: AllowedOptions,
): TemplateRender[] =>
  all.filter(
    ({ template }) => isSubset(template.assets, variant.assets) && !conflicts(template.options?.values, allowedOptions),
  );

const isSubset = (part: Choice, whole: Choice): boolean =>
  Object.entries(part).every(([key, value]) => whole[key] === value);

/** A template shown in one colour contradicts a SKU that is not offered in it; a key left open contradicts nothing. */
const conflicts = (shown: Choice | undefined, allowed: AllowedOptions): boolean =>
  Object.entries(shown ?? {}).some(([key, value]) => {
    const offered = Object.hasOwn(allowed, key) ? allowed[key] : undefined;
    return offered !== undefined && !offered.values.includes(value);
  });

export const madeAt = ({ createdAt }: { createdAt?: Date | undefined }): number => createdAt?.getTime() ?? 0;
