import { fallbackRender } from './fallback-render.ts';
import type { Choice, ProductState } from './product-state.ts';
import { onSurface, surfacesOf } from './product-surfaces.ts';
import { contradicts } from './sku-renders.ts';
import { type Sku, skusOf } from './skus.ts';

/** More are not reported: a seller fixes a few at a time. */
export const UNSHOWN_LISTED_MAX = 100;
/** How many combinations of options are checked per SKU. */
const COMBINATIONS_MAX = 1_000;

export type UnshownChoice = { sellerProductVariantIds: string[]; options: Choice; templateId: string | undefined };

/** Those of each surface that is printed. */
export const unshownChoices = (state: ProductState): UnshownChoice[] =>
  surfacesOf(state.product)
    .flatMap((surface) => unshownOn(onSurface(state, surface)))
    .slice(0, UNSHOWN_LISTED_MAX);

/**
 * Choices that buyers have but every mockup contradicts, and the template whose render is printed instead; SKUs with the same
 * choices are grouped.
 */
function unshownOn(state: ProductState): UnshownChoice[] {
  const found = new Map<string, UnshownChoice>();
  const known = new Map<string, Choice[]>();
  for (const sku of skusOf(state)) {
    const name = JSON.stringify([sku.renders.map(({ template }) => template.id), sku.allowedOptions]);
    const unshown = known.get(name) ?? unshownOf(state, sku);
    known.set(name, unshown);
    for (const options of unshown) {
      const templateId = fallbackRender(state, { assets: sku.catalogVariant.assets, options })?.template.id;
      const key = JSON.stringify([options, templateId]);
      const choice = found.get(key) ?? { sellerProductVariantIds: [], options, templateId };
      if (!found.has(key) && found.size === UNSHOWN_LISTED_MAX) return [...found.values()];
      choice.sellerProductVariantIds.push(sku.id);
      found.set(key, choice);
    }
  }
  return [...found.values()];
}

/** Only the options that mockups show matter: an option that a mockup leaves open contradicts nothing. */
function unshownOf({ type }: ProductState, { renders, allowedOptions }: Sku): Choice[] {
  if (renders.length === 0) return [{}];
  const shown = renders.map(({ template }) => template.options?.values ?? {});
  const keys = new Set(shown.flatMap((one) => Object.keys(one)));
  const lists = type.options
    .filter(({ key, isActive }) => isActive && keys.has(key))
    .map(({ key, values }) => {
      const active = values.filter(({ isActive }) => isActive).map(({ value }) => value);
      const offered = allowedOptions[key] ? active.filter((value) => allowedOptions[key]!.includes(value)) : active;
      return offered.map((value) => ({ [key]: value }));
    })
    .filter((list) => list.length > 0);
  return combinationsOf(lists).filter((options) => shown.every((one) => contradicts(one, options)));
}

const combinationsOf = (lists: readonly (readonly Choice[])[]): Choice[] =>
  lists.reduce<Choice[]>(
    (all, list) => all.flatMap((one) => list.map((more) => ({ ...one, ...more }))).slice(0, COMBINATIONS_MAX),
    [{}],
  );
