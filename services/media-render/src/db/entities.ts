import { ArtworkRow } from './artwork.entity.ts';
import { PlacementRow } from './placement.entity.ts';
import { RenderRow } from './render.entity.ts';
import { TemplateRow } from './template.entity.ts';
import { UploadRow } from './upload.entity.ts';

export const entities = [UploadRow, ArtworkRow, TemplateRow, PlacementRow, RenderRow];
