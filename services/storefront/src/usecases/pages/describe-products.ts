import type { PrintInput } from '@estampa/contracts/media/v1/print_file';
import type { Render } from '@estampa/contracts/media/v1/render';
import type { AllFields } from '@estampa/kernel/all-fields';
import { isUuid } from '@estampa/kernel/ids';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { type LoadedState, productStates } from '../../db/product-state-repository.ts';
import { type LineToShow, renderOf, renders } from '../../db/render-repository.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { type ProductDescription, storeProducts } from '../../db/store-product-repository.ts';
import { fallbackRender } from '../../domain/fallback-render.ts';
import type { ProductState } from '../../domain/product-state.ts';
import { onSurface, surfacesOf } from '../../domain/product-surfaces.ts';
import { chosenRender } from '../../domain/sku-renders.ts';
import { skusOf } from '../../domain/skus.ts';

type Input = { sellerProductIds: readonly string[]; lines: readonly LineToShow[] };
type Print = AllFields<PrintInput> | undefined;
type LinePrints = { print: Print; others: { surface: string; print: Print }[] };
type Described = { products: ProductDescription[]; prints: LinePrints[] };

/** The given products that are known and on sale, as an order freezes them, and for each line the print input. */
export async function describeProducts(
  { em }: Pick<Context, 'em'>,
  { sellerProductIds, lines }: Input,
): Promise<Described> {
  const known = sellerProductIds.filter(isUuid);
  const [products, shown, several, printed] = await pipeline(
    em,
    storeProducts.descriptionsOf(sellerProductIds),
    renders.shownOf(lines),
    sellerProducts.ofSeveralSurfaces(known),
    sellerProducts.pressProfilesOf(known),
  );
  const renderAt = new Map(shown.map((row) => [row.place, renderOf(row)]));
  const prints = lines.map((_line, place) => printOf(renderAt.get(place), false));
  // Rare: only products with choices that no mockup shows, and those that are printed on several surfaces.
  const isPlain = (line: LineToShow, place: number) => prints[place] && !isOneOf(several, line.sellerProductId);
  const left = lines.filter((line, place) => !isPlain(line, place) && isDescribed(products, line.sellerProductId));
  const stateOf = await statesOf(em, left);
  const pressOf = new Map(printed.map(({ id, pressProfile }) => [id, pressProfile]));
  return {
    products,
    prints: lines.map((line, place) => {
      const state = left.includes(line) ? stateOf(line) : undefined;
      const print = ofSeveral(state, line) ?? prints[place] ?? fallbackOf(state, line, null);
      return printedWith(pressOf.get(line.sellerProductId.toLowerCase()), { print, others: othersOf(state, line) });
    }),
  };
}

const isDescribed = (products: readonly ProductDescription[], id: string): boolean =>
  products.some(({ sellerProductId }) => sellerProductId === id.toLowerCase());

const isOneOf = (products: readonly { id: string }[], given: string): boolean =>
  products.some(({ id }) => id === given.toLowerCase());

type StateOf = (line: LineToShow) => LoadedState | undefined;

async function statesOf(em: EntityManager, lines: readonly LineToShow[]): Promise<StateOf> {
  if (lines.length === 0) return () => undefined;
  const states = await productStates.find(em, [...new Set(lines.map(({ sellerProductId }) => sellerProductId))]);
  const byProduct = new Map(states.map((one) => [one.product.id, one]));
  return ({ sellerProductId }) => byProduct.get(sellerProductId.toLowerCase());
}

/** What the surfaces other than the first one are printed from: as a page with their mockups alone would show them. */
function othersOf(state: LoadedState | undefined, line: LineToShow): LinePrints['others'] {
  if (!state?.type) return [];
  return surfacesOf(state.product).flatMap((surface) => {
    if (surface === null) return [];
    return [{ surface, print: shownOn(state, line, surface) ?? fallbackOf(state, line, surface) }];
  });
}

/** The first surface, where mockups show it beside others: those have other names than what is looked for otherwise. */
const ofSeveral = (state: LoadedState | undefined, line: LineToShow): Print =>
  state?.type && state.renders.some(({ others = [] }) => others.length > 0) ? shownOn(state, line, null) : undefined;

function shownOn(state: LoadedState & ProductState, line: LineToShow, surface: string | null): Print {
  const shown = onSurface(state, surface);
  const sku = skusOf(shown).find(({ id }) => id === line.sellerProductVariantId.toLowerCase());
  const chosen = sku && chosenRender(sku.renders, line.selectedOptions);
  const all: readonly Render[] = shown.renders;
  return printOf(
    all.find(({ templateId }) => templateId === chosen?.template.id),
    false,
  );
}

function fallbackOf(state: LoadedState | undefined, line: LineToShow, surface: string | null): Print {
  if (!state?.type) return undefined;
  const { sellerProductVariantId, selectedOptions: options } = line;
  const variant = state.product.variants.find(({ id }) => id === sellerProductVariantId.toLowerCase());
  const assets = variant && state.type.variants.get(variant.productVariantId)?.assets;
  return assets && printOf(fallbackRender(onSurface(state, surface), { assets, options })?.render, true);
}

/** On each surface, by the profile of the product's type. */
function printedWith(pressProfile: string | undefined, { print, others }: LinePrints): LinePrints {
  const onPress = (one: Print): Print => one && { ...one, pressProfile };
  return { print: onPress(print), others: others.map((one) => ({ ...one, print: onPress(one.print) })) };
}

function printOf(render: Render | undefined, fallback: boolean): Print {
  if (!render?.placement) return undefined;
  const { artworkId, artworkVersion, templateId, placement, printArea } = render;
  const { x, y, scale, rotation } = placement;
  const placed = { artworkId, artworkVersion, templateId, x, y, scale, rotation, printArea };
  return { ...placed, fallback, text: undefined, textErased: undefined, pressProfile: undefined };
}
