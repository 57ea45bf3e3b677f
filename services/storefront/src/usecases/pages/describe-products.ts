import type { PrintInput } from '@estampa/contracts/media/v1/print_file';
import type { Render } from '@estampa/contracts/media/v1/render';
import type { AllFields } from '@estampa/kernel/all-fields';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { type LoadedState, productStates } from '../../db/product-state-repository.ts';
import { type LineToShow, renderOf, renders } from '../../db/render-repository.ts';
import { type ProductDescription, storeProducts } from '../../db/store-product-repository.ts';
import { fallbackRender } from '../../domain/fallback-render.ts';

type Input = { sellerProductIds: readonly string[]; lines: readonly LineToShow[] };
type Described = { products: ProductDescription[]; prints: { print: AllFields<PrintInput> | undefined }[] };

/** The given products that are known and on sale, as an order freezes them, and for each line the print input. */
export async function describeProducts(
  { em }: Pick<Context, 'em'>,
  { sellerProductIds, lines }: Input,
): Promise<Described> {
  const [products, shown] = await pipeline(em, storeProducts.descriptionsOf(sellerProductIds), renders.shownOf(lines));
  const renderAt = new Map(shown.map((row) => [row.place, renderOf(row)]));
  const prints = lines.map((_line, place) => printOf(renderAt.get(place), false));
  // Rare: only products with choices that no mockup shows.
  const unshown = lines.filter(({ sellerProductId }, place) => !prints[place] && isOneOf(products, sellerProductId));
  const fallbacks = unshown.length > 0 ? await fallbacksFor(em, unshown) : new Map<LineToShow, AllFields<PrintInput>>();
  return { products, prints: lines.map((line, place) => ({ print: prints[place] ?? fallbacks.get(line) })) };
}

const isOneOf = (products: readonly ProductDescription[], id: string): boolean =>
  products.some(({ sellerProductId }) => sellerProductId === id.toLowerCase());

async function fallbacksFor(em: EntityManager, lines: readonly LineToShow[]) {
  const states = await productStates.find(em, [...new Set(lines.map(({ sellerProductId }) => sellerProductId))]);
  const byProduct = new Map(states.map((one) => [one.product.id, one]));
  const found = new Map<LineToShow, AllFields<PrintInput>>();
  for (const line of lines) {
    const print = fallbackOf(byProduct.get(line.sellerProductId.toLowerCase()), line);
    if (print) found.set(line, print);
  }
  return found;
}

function fallbackOf(state: LoadedState | undefined, { sellerProductVariantId, selectedOptions: options }: LineToShow) {
  if (!state?.type) return undefined;
  const variant = state.product.variants.find(({ id }) => id === sellerProductVariantId.toLowerCase());
  const assets = variant && state.type.variants.get(variant.productVariantId)?.assets;
  return assets && printOf(fallbackRender(state, { assets, options })?.render, true);
}

function printOf(render: Render | undefined, fallback: boolean): AllFields<PrintInput> | undefined {
  if (!render?.placement) return undefined;
  const { artworkId, artworkVersion, templateId, placement, printArea } = render;
  const { x, y, scale, rotation } = placement;
  return { artworkId, artworkVersion, templateId, x, y, scale, rotation, printArea, fallback };
}
