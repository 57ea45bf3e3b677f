import type { AllowedOptions, CatalogVariant, Choice, Option, Render, Template } from './product-state.ts';

export type TemplateRender<R extends Render = Render> = { template: Template; render: R };

/**
 * The newest finished render of each active template, oldest template first; one that is coloured counts as a template and its
 * render for each colour.
 */
export function templateRenders<R extends Render>(
  templates: readonly Template[],
  renders: readonly R[],
): TemplateRender<R>[] {
  const newest = new Map<string, R>();
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
      return render ? inColours(template, render) : [];
    });
}

function inColours<R extends Render>(template: Template, render: R): TemplateRender<R>[] {
  const { colours = [] } = render;
  if (colours.length === 0) return [{ template, render }];
  return colours.map(({ imageKey, options }) => ({
    template: { ...template, options: { values: { ...template.options?.values, ...options?.values } } },
    render: { ...render, imageKey },
  }));
}

/** The renders that show what a buyer of the SKU can get (SPEC "Renders per SKU"). */
export const skuRenders = <R extends Render>(
  all: readonly TemplateRender<R>[],
  variant: CatalogVariant,
  allowedOptions: AllowedOptions,
  options: readonly Option[],
): TemplateRender<R>[] =>
  all.filter(
    ({ template }) =>
      isSubset(template.assets, variant.assets) &&
      !conflicts(template.options?.values, allowedOptions) &&
      !showsLost(template.options?.values, options),
  );

export const isSubset = (part: Choice, whole: Choice): boolean =>
  Object.entries(part).every(([key, value]) => whole[key] === value);

/** A template shown in one colour contradicts a SKU that is not offered in it; a key left open contradicts nothing. */
const conflicts = (shown: Choice | undefined, allowed: AllowedOptions): boolean =>
  Object.entries(shown ?? {}).some(([key, value]) => {
    const offered = Object.hasOwn(allowed, key) ? allowed[key] : undefined;
    return offered !== undefined && !offered.values.includes(value);
  });

/** A deactivated value cannot be bought any more, even if the seller product allows it. */
const showsLost = (shown: Choice | undefined, options: readonly Option[]): boolean =>
  Object.entries(shown ?? {}).some(([key, value]) =>
    options.some(
      (option) =>
        option.isActive && option.key === key && !option.values.some((one) => one.isActive && one.value === value),
    ),
  );

/** True if it shows a different value of a chosen option. */
export const contradicts = (shown: Choice | undefined, chosen: Choice): boolean =>
  Object.entries(shown ?? {}).some(([key, value]) => Object.hasOwn(chosen, key) && chosen[key] !== value);

/** Of a SKU's renders the first one that shows most of what was chosen, and nothing else; `render-repository` selects it by the same rule. */
export function chosenRender<R extends Render>(
  renders: readonly TemplateRender<R>[],
  chosen: Choice,
): TemplateRender<R> | undefined {
  const ranked = renders
    .map((one) => ({ one, shown: one.template.options?.values ?? {} }))
    .filter(({ one, shown }) => one.render.placement && !contradicts(shown, chosen))
    .map(({ one, shown }) => ({ one, isChosen: Number(isSubset(shown, chosen)), count: Object.keys(shown).length }));
  return ranked.toSorted((one, other) => other.isChosen - one.isChosen || other.count - one.count)[0]?.one;
}

export const madeAt = ({ createdAt }: { createdAt?: Date | undefined }): number => createdAt?.getTime() ?? 0;
