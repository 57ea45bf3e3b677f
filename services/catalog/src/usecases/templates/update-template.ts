import { checkSurface, FLAT_SURFACE, type Surface } from '@estampa/kernel/surface';
import { auditChanges } from '@estampa/kit/service/audit';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { TemplateRow } from '../../db/tables/template.ts';
import { templates } from '../../db/template-repository.ts';
import { checkShownSurface, type ProductSurface, shownSurface } from '../../domain/product-surfaces.ts';
import { checkAreaNames, checkAreas } from '../../domain/surface-areas.ts';
import { mustBeValid } from '../../domain/rejections.ts';
import {
  changed,
  checkPrintArea,
  checkPrintMargins,
  checkTemplateTerms,
  imagesOn,
  isSame,
  type TemplateChange,
} from '../../domain/template.ts';
import { checkColourMask, templateColours } from '../../domain/template-colours.ts';
import { emitTemplate } from '../../messages/template.ts';
import { auditTemplate } from './audit-template.ts';
import { findTerms, knownTerms } from './known-terms.ts';

/** What is not named stays as it is, also where its asset or option is no longer active. */
export function updateTemplate(
  { caller, now }: Context,
  { id, wanted }: { id: string; wanted: TemplateChange },
): TransactionBody<TemplateRow> {
  mustReachAll(caller);
  return async (tx) => {
    // The type first, in the order in which a change of an option locks them, so that no colour is missed.
    const known = namesTerms(wanted) ? await lockTerms(tx, await templates.find(tx, id)) : null;
    const before = await templates.lock(tx, id);
    const named = known ? { ...wanted, ...surfaceIn(wanted, known.surfaces) } : wanted;
    const requested = changed(before, named);
    const after =
      known && namesColours(wanted)
        ? changed(before, { ...named, colours: templateColours(requested, known.coloured) })
        : requested;
    mustBeValid([
      ...(known ? checkTemplateTerms({ assets: {}, options: null, ...wanted }, known) : []),
      ...(known && wanted.surface ? checkShownSurface(wanted.surface, known.surfaces) : []),
      ...(known && (wanted.areas || wanted.surface !== undefined)
        ? checkAreaNames(after.areas, after.surface, known.surfaces)
        : []),
      ...(known && wanted.colourMask ? checkColourMask(after, known.coloured) : []),
      ...(wanted.printArea || wanted.sourceImage ? checkPrintArea(after.printArea, after.sourceImage) : []),
      ...checkPrintMargins(after),
      ...(wanted.areas || wanted.sourceImage ? checkAreas(after.areas, after.sourceImage) : []),
      ...(changesSurface(wanted) ? checkSurface(after, after.printArea) : []),
    ]);
    if (isSame(before, after)) return before;

    const shown = Object.keys(after) as (keyof typeof after)[];
    const images = imagesOn(after.areas, before.images);
    const dropped = before.images.filter((image) => !images.includes(image));
    auditTemplate(tx, 'template_updated', before.id, [
      ...auditChanges<Partial<TemplateRow>>(before, after, { shown }),
      ...dropped.map(({ kind }) => ({ field: 'images', before: kind })),
    ]);
    const template = { ...before, ...after, images, version: before.version + 1, updatedAt: now() };
    templates.save(tx, template);
    emitTemplate(tx, 'template_updated', template);
    return template;
  };
}

const namesTerms = (wanted: TemplateChange): boolean =>
  namesColours(wanted) || wanted.surface !== undefined || wanted.areas !== undefined;

/** Which surface it shows has nothing to do with colours. */
const namesColours = ({ assets = {}, options, colourMask }: TemplateChange): boolean =>
  Object.keys(assets).length > 0 || options !== undefined || colourMask !== undefined;

const surfaceIn = ({ surface }: TemplateChange, offered: readonly ProductSurface[]) =>
  surface === undefined ? {} : { surface: shownSurface(surface, offered) };

const changesSurface = (wanted: TemplateChange): boolean =>
  SURFACE.some((name) => wanted[name] !== undefined) || wanted.printArea !== undefined;

const SURFACE = Object.keys(FLAT_SURFACE) as (keyof Surface)[];

async function lockTerms(tx: EntityManager, { productTypeId }: TemplateRow) {
  const { type, rows } = await productTypes.lock(tx, 'product type', productTypeId, ...findTerms(productTypeId));
  return { ...knownTerms(...rows), surfaces: type.surfaces };
}
