import { alreadyExists } from '@estampa/kernel/errors';
import { checkSurface, type Surface } from '@estampa/kernel/surface';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { TemplateRow } from '../../db/tables/template.ts';
import { templates } from '../../db/template-repository.ts';
import type { AssetDictionary } from '../../domain/combinations.ts';
import { firstFree } from '@estampa/kernel/slug';
import type { SelectedOptions } from '../../domain/options.ts';
import type { SurfaceArea } from '@estampa/kernel/surface-areas';
import { checkShownSurface, shownSurface } from '../../domain/product-surfaces.ts';
import { checkAreaNames, checkAreas } from '../../domain/surface-areas.ts';
import { checkColourMask, type ColourMask, templateColours } from '../../domain/template-colours.ts';
import { TEMPLATES_PER_TYPE_MAX } from '../../domain/limits.ts';
import { limitReached, mustBeValid } from '../../domain/rejections.ts';
import {
  checkPrintArea,
  checkPrintMargins,
  checkTemplateTerms,
  isReservedTemplateId,
  type Rectangle,
  type Size,
  TEMPLATE_ID_LENGTH_MAX,
  type TemplateImage,
  templateIdOf,
} from '../../domain/template.ts';
import { emitTemplate } from '../../messages/template.ts';
import { auditTemplate } from './audit-template.ts';
import { findTerms, knownTerms } from './known-terms.ts';

/** Room for `-2`, `-3` ... at the end of a long id. */
const NUMBER_LENGTH_MAX = 5;

type NewTemplate = Surface & {
  productTypeId: string;
  id: string | null;
  displayName: string;
  assets: AssetDictionary;
  options: SelectedOptions | null;
  printArea: Rectangle | null;
  sourceImage: Size | null;
  isActive: boolean;
  printWidthMm: number | null;
  bleedMm: number;
  safeMm: number;
  colourMask: ColourMask | null;
  surface: string | null;
  areas: SurfaceArea[];
};

export function createTemplate(context: Context, input: NewTemplate): TransactionBody<TemplateRow> {
  mustReachAll(context.caller);
  return addTemplate(context, input, []);
}

/** With images that are stored already. */
export function addTemplate(
  { now }: Context,
  input: NewTemplate,
  images: TemplateImage[],
): TransactionBody<TemplateRow> {
  // Before the type is locked: a mesh has thousands of points to compare.
  const unsound = [...checkSurface(input, input.printArea), ...checkAreas(input.areas, input.sourceImage)];
  return async (tx) => {
    const typeId = input.productTypeId;
    const requested = [...findTerms(typeId), templates.count(typeId)] as const;
    const { type, rows } = await productTypes.lock(tx, 'product type', typeId, ...requested);
    const [assets, options, values, [count]] = rows;
    const known = knownTerms(assets, options, values);
    mustBeValid([
      ...checkTemplateTerms(input, known),
      ...checkPrintArea(input.printArea, input.sourceImage),
      ...checkPrintMargins(input),
      ...unsound,
      ...checkColourMask(input, known.coloured),
      ...checkShownSurface(input.surface, type.surfaces),
      ...checkAreaNames(input.areas, input.surface, type.surfaces),
    ]);
    mustHaveRoom(count!.total);
    const createdAt = now();
    const id = input.id ?? (await freeId(tx, input.displayName));
    const row: TemplateRow = {
      ...input,
      id,
      productTypeId: type.id,
      surface: shownSurface(input.surface, type.surfaces),
      colours: templateColours(input, known.coloured),
      images,
      revision: 1,
      version: 1,
      createdAt,
      updatedAt: createdAt,
    };
    if (isReservedTemplateId(id) || !(await templates.insert(tx, row)))
      throw alreadyExists(`There is already a template ${id}, or another address`);
    emitTemplate(tx, 'template_created', row);
    auditTemplate(tx, 'template_created', row.id);
    return row;
  };
}

function mustHaveRoom(count: number): void {
  if (count >= TEMPLATES_PER_TYPE_MAX)
    throw limitReached(`A product type has at most ${TEMPLATES_PER_TYPE_MAX} templates`);
}

/** Makes an id from the name. Templates of one name that are created concurrently are serialized. */
async function freeId(tx: EntityManager, displayName: string): Promise<string> {
  const wanted = templateIdOf(displayName);
  const taken = await templates.lockSimilarIds(tx, wanted, wanted.slice(0, TEMPLATE_ID_LENGTH_MAX - NUMBER_LENGTH_MAX));
  return firstFree(
    wanted,
    (candidate) => taken.has(candidate) || isReservedTemplateId(candidate),
    TEMPLATE_ID_LENGTH_MAX,
  );
}
