import type { SellerProduct } from '@estampa/contracts/catalog/v1/seller_product';
import type { PrintFinding, Render } from '@estampa/contracts/media/v1/render';
import type { UnshownChoice } from '@estampa/contracts/storefront/v1/storefront';
import { mockupOf } from '@estampa/kernel/mockup-name';
import { MIN_DPI } from '@estampa/kernel/print-rules';
import { FRONT } from '@estampa/kernel/product-surfaces';
import { z } from 'zod';
import { id, shownDictionary } from '../routes/schemas.ts';

const message = z.string().describe('A sentence for people');
const surface = z.string().describe('Key of the surface that it is printed on');
const placed = {
  templateId: z.string().describe('Where the artwork lies so'),
  surface,
  imagePath: z.string().describe('Path of an image of the print that shows where, for whoever may read the product'),
  message,
};

export const WarningJson = z
  .discriminatedUnion('code', [
    z.object({
      code: z.literal('low_print_quality').describe('The artwork has too few pixels for the size it is printed at'),
      templateId: z.string().describe('Where it lies too large'),
      surface,
      effectiveDpi: z.int().describe('What it prints with'),
      message,
    }),
    z.object({
      code: z.literal('option_without_mockup').describe('A buyer can choose something that no render shows'),
      variantIds: z.array(id).describe('Of the product'),
      options: shownDictionary.describe('Empty: no mockup shows these variants at all'),
      templateId: z.string().nullable().describe('It is printed as on this one; null: it cannot be bought'),
      message,
    }),
    z.object({
      code: z.literal('thin_lines').describe('Lines are thinner than the printer can hold'),
      thinnestMm: z.number().describe('On the product'),
      ...placed,
    }),
    z.object({
      code: z.literal('faint_ink').describe('Ink is fainter than the printer can print evenly'),
      share: z.number().describe('Of all ink, 0-1'),
      ...placed,
    }),
    z.object({
      code: z.literal('outside_safe_area').describe('Ink lies beyond the safe line, where it can be cut off'),
      ...placed,
    }),
  ])
  .meta({
    id: 'SellerProductWarning',
    description:
      'What the seller had better mend. All but `low_print_quality` are only in the response to GET of one product, and all that are about ink in that to its publication too; those follow the printRules of its type',
  });

type Warning = z.input<typeof WarningJson>;

export function lowQuality(product: SellerProduct, render: Render): Warning[] {
  const leastDpi = product.printRules?.minDpi ?? MIN_DPI;
  if (render.status !== 'rendered') return [];
  const { templateId } = mockupOf(render.templateId);
  const prints = [{ ...render, surface: undefined }, ...render.others];
  return prints.flatMap(({ surface: further, effectiveDpi }): Warning[] => {
    if (effectiveDpi === undefined || effectiveDpi >= leastDpi) return [];
    const said = `The artwork has ${effectiveDpi} dpi as placed ${place(further)}; from ${leastDpi} on it prints well`;
    const where = { templateId, surface: further ?? ownSurface(product, templateId) };
    return [{ code: 'low_print_quality', ...where, effectiveDpi, message: said }];
  });
}

const place = (further: string | undefined): string => (further === undefined ? 'here' : `on ${further}`);

/** The one that a template's own print area is. */
const ownSurface = ({ surfaces }: SellerProduct, templateId: string): string =>
  surfaces.find((used) => used.templateIds.includes(templateId))?.surface ?? FRONT;

export function withoutMockup(choice: UnshownChoice): Warning {
  const { sellerProductVariantIds: variantIds, options, templateId = null } = choice;
  const words = Object.entries(options).map(([key, value]) => `${key}: ${value}`);
  const shown = words.length > 0 ? `No mockup shows ${words.join(', ')}` : 'No mockup shows these variants';
  const follows =
    templateId === null
      ? 'none has its proportions either, so it cannot be bought; render a template that shows it'
      : `it is printed as on ${templateId}`;
  return { code: 'option_without_mockup', variantIds, options, templateId, message: `${shown}; ${follows}` };
}

const PERCENT = 100;

/** One of a later version is not shown here. */
export function printsBadly(product: SellerProduct, finding: PrintFinding): Warning[] {
  const { templateId, surface: further, thinnestMm = 0, share = 0 } = finding;
  const imagePath = `/seller-products/me/${product.id}/print-findings/${templateId}${further === undefined ? '' : `?surface=${further}`}`;
  const where = { templateId, surface: further ?? ownSurface(product, templateId), imagePath };
  switch (finding.code) {
    case 'thin_lines': {
      const said = `Lines are as thin as ${thinnestMm} mm ${place(further)}; from ${product.printRules?.minLineMm} mm on they print well`;
      return [{ code: 'thin_lines', ...where, thinnestMm, message: said }];
    }
    case 'faint_ink': {
      const said = `${Math.ceil(share * PERCENT)} % of the ink ${place(further)} is so faint that it prints unevenly`;
      return [{ code: 'faint_ink', ...where, share, message: said }];
    }
    case 'outside_safe_area': {
      const said = `Ink ${place(further)} lies beyond the safe line and can be cut off`;
      return [{ code: 'outside_safe_area', ...where, message: said }];
    }
    default:
      return [];
  }
}
