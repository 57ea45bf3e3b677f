import type { Render } from '@estampa/contracts/media/v1/media';
import type { RenderRow } from '../db/render.entity.ts';

type Options = Record<string, string> | null;

/** The address carries a digest of all that the picture was made from, so a cache never shows an older one. */
export const renderMessage = (row: RenderRow, options: Options, publicUrl: (key: string) => string): Render => ({
  id: row.id,
  artworkId: row.artworkId,
  artworkVersion: row.artworkVersion,
  templateId: row.templateId,
  url: row.key === null ? '' : `${publicUrl(row.key)}?v=${row.inputHash}`,
  options: options ? { values: options } : undefined,
  status: row.status,
  placement: {
    artworkId: row.artworkId,
    templateId: row.templateId,
    ...row.placement,
    updatedAt: new Date(row.placement.updatedAt),
  },
  widthPx: row.widthPx,
  heightPx: row.heightPx,
  error: row.error ?? undefined,
  createdAt: row.createdAt,
});
