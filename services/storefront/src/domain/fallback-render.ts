import type { Choice, Render, Size, Template } from './product-state.ts';
import { contradicts, isSubset, templateRenders, type TemplateRender } from './sku-renders.ts';

/** Proportions that differ by less count as equal. */
const PROPORTIONS_TOLERANCE = 0.01;

type Mockups<R extends Render> = { templates: readonly Template[]; renders: readonly R[] };

/**
 * What is printed for a choice that no mockup shows: the first render of the product whose print area has the choice's
 * proportions, preferably one of the same SKU. The choice's proportions are those of the templates that would show it, else of
 * the templates of its SKU in other options, else those that all renders of the product share.
 */
export function fallbackRender<R extends Render>(
  { templates, renders }: Mockups<R>,
  { assets, options }: { assets: Choice; options: Choice },
): TemplateRender<R> | undefined {
  const printable = templateRenders(templates, renders).filter(({ render }) => render.placement);
  const ofSku = templates.filter((template) => template.isActive && isSubset(template.assets, assets));
  const ofChoice = ofSku.filter((template) => !contradicts(template.options?.values, options));
  const own = (ofChoice.length > 0 ? ofChoice : ofSku).map(areaOf);

  const all = printable.map(({ template, render }) => areaRendered(render) ?? areaOf(template));
  if (own.length === 0 && !all.every((area) => isAlike(area, all[0]))) return undefined;
  const wanted = own.length > 0 ? own : all;
  const fitting = printable.filter((_one, at) => wanted.some((area) => isAlike(area, all[at])));
  return fitting.find(({ template }) => ofSku.some(({ id }) => id === template.id)) ?? fitting[0];
}

/** Without a print area the artwork may cover the complete image. */
const areaOf = ({ printArea, sourceImage }: Template): Size | undefined => printArea ?? sourceImage;

/** The print area without its bleed, as templates define it. */
function areaRendered({ printArea }: Render): Size | undefined {
  const { bounds, widthMm = 0, bleedMm = 0 } = printArea ?? {};
  if (!bounds || bleedMm === 0 || widthMm <= 2 * bleedMm) return bounds;
  const bleed = (2 * bleedMm * bounds.width) / widthMm;
  return { width: bounds.width - bleed, height: bounds.height - bleed };
}

function isAlike(one: Size | undefined, other: Size | undefined): boolean {
  if (!one || !other) return false;
  return Math.abs((one.width * other.height) / (one.height * other.width) - 1) <= PROPORTIONS_TOLERANCE;
}
