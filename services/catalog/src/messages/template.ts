import { TemplateChanged } from '@estampa/contracts/catalog/v1/events';
import type { Template } from '@estampa/contracts/catalog/v1/template';
import type { AllFields } from '@estampa/kernel/all-fields';
import { partsOfArea } from '@estampa/kernel/surface-areas';
import { partsOf } from '@estampa/kernel/warp-parts';
import { appendEvent } from '@estampa/kit/events/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { TemplateRow } from '../db/tables/template.ts';

export const templateMessage = (row: TemplateRow): AllFields<Template> => ({
  id: row.id,
  productTypeId: row.productTypeId,
  displayName: row.displayName,
  assets: row.assets,
  options: row.options ? { values: row.options } : undefined,
  printArea: row.printArea ?? undefined,
  sourceImage: row.sourceImage ?? undefined,
  isActive: row.isActive,
  images: row.images,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  revision: row.revision,
  printWidthMm: row.printWidthMm ?? undefined,
  bleedMm: row.bleedMm,
  safeMm: row.safeMm,
  warp: row.warp ? partsOf(row.warp) : undefined,
  displacement: row.displacement ?? undefined,
  blend: row.blend,
  inkOpacity: row.inkOpacity,
  underbase: row.underbase,
  colourMask: row.colourMask ?? undefined,
  colours: row.colours,
  surface: row.surface ?? undefined,
  areas: row.areas.map(partsOfArea),
});

/** Publishes the template with all its fields. The caller increments the version. */
export const emitTemplate = (tx: EntityManager, type: string, row: TemplateRow): void =>
  appendEvent(tx, 'catalog.v1', TemplateChanged, {
    type,
    key: `template:${row.id}`,
    message: { template: templateMessage(row), version: row.version, deleted: false },
  });
