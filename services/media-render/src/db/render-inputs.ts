import { isUuid } from '@estampa/kernel/ids';
import { areaName, mockupOf } from '@estampa/kernel/mockup-name';
import type { RowOf } from '@estampa/kit/postgres/columns';
import { selected } from '@estampa/kit/postgres/rows';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { renders } from './render-repository.ts';
import { artwork as artworkTable } from './tables/artwork.ts';
import { artworkFile } from './tables/artwork-file.ts';
import { placement as placementTable } from './tables/placement.ts';
import { template as templateTable, type TemplateRow } from './tables/template.ts';

const { id, sellerProfileId, fileVersion, contentHash, widthPx, heightPx, workingWidthPx, workingHeightPx } =
  artworkTable.columns;
const OF_ARTWORK = {
  id,
  sellerProfileId,
  fileVersion,
  contentHash,
  widthPx,
  heightPx,
  workingWidthPx,
  workingHeightPx,
};
const { takenKey } = artworkFile.columns;
const { x, y, scale, rotation } = placementTable.columns;
const WHERE = { x, y, scale, rotation };

const ARTWORK_COLUMNS = { ...OF_ARTWORK, takenKey };

const artworkStatement = (lock: '' | 'for share of a') =>
  statement(
    `select ${selected(OF_ARTWORK, 'a')}, ${selected({ takenKey }, 'f')}
     from artwork a left join artwork_file f on f.artwork_id = a.id and f.file_version = a.file_version
     where a.id = $1 ${lock}`,
    ARTWORK_COLUMNS,
  );

const ARTWORK = artworkStatement('');
/** No other transaction gives it another file, or its placements other scales, until this one ends. */
const LOCKED_ARTWORK = artworkStatement('for share of a');

const TEMPLATE = templateTable.select('t', 'where t.id = $1');

const PLACEMENT = statement(
  `select ${selected(WHERE, 'p')} from placement as p where p.artwork_id = $1 and p.template_id = $2`,
  WHERE,
);

type Pair = { artworkId: string; templateId: string };
type Artwork = RowOf<typeof ARTWORK_COLUMNS>;
type Where = RowOf<typeof WHERE>;

/** `others` are what lies on further surfaces, as far as it is there; of templates as they were, none. */
export type RenderInputs = {
  artwork: Artwork | null;
  template: TemplateRow | null;
  placement: Where | null;
  others: { surface: string; artworkId: string; artwork: Artwork | null; placement: Where | null }[];
};
export type RenderedArtwork = Artwork;

/** All that an image is made from, as far as it is there, with the placements that were stored last. */
export async function loadRenderInputs(em: EntityManager, pair: Pair): Promise<RenderInputs> {
  const [[artwork], [template], [placement]] = await pipeline(em, ...requestedOf(pair, ARTWORK));
  return { ...orNull({ artwork, template, placement }), others: await othersOf(em, pair, ARTWORK) };
}

/** The same, read after the pair's render was locked; that and the artworks stay locked until the transaction ends. */
export async function lockRenderWithInputs(tx: EntityManager, pair: Pair) {
  const lock = renders.lock(uuidOrNull(pair.artworkId), pair.templateId);
  const [[render], [artwork], [template], [placement]] = await pipeline(tx, lock, ...requestedOf(pair, LOCKED_ARTWORK));
  const others = await othersOf(tx, pair, LOCKED_ARTWORK);
  const inputs: RenderInputs = { ...orNull({ artwork, template, placement }), others };
  return { render: render ?? null, inputs };
}

/** An artwork on one surface of a template, its own where none is named. */
export async function loadPlaced(
  em: EntityManager,
  { artworkId, templateId, surface }: Pair & { surface?: string | undefined },
): Promise<Omit<RenderInputs, 'others'>> {
  const known = uuidOrNull(artworkId);
  const where = surface === undefined ? templateId : areaName(templateId, surface);
  const [[artwork], [template], [placement]] = await pipeline(
    em,
    ARTWORK.with(known),
    TEMPLATE.with(templateId),
    PLACEMENT.with(known, where),
  );
  return orNull({ artwork, template, placement });
}

const orNull = ({
  artwork,
  template,
  placement,
}: {
  artwork?: Artwork;
  template?: TemplateRow;
  placement?: Where;
}) => ({
  artwork: artwork ?? null,
  template: template ?? null,
  placement: placement ?? null,
});

const requestedOf = ({ artworkId, templateId }: Pair, artwork: typeof ARTWORK) => {
  const known = uuidOrNull(artworkId);
  const mockup = mockupOf(templateId);
  return [artwork.with(known), TEMPLATE.with(mockup.templateId), PLACEMENT.with(known, mockup.templateId)] as const;
};

/** What lies on further surfaces of a mockup; its artworks stay locked until the transaction ends. */
export const lockOthers = (tx: EntityManager, pair: Pair): Promise<RenderInputs['others']> =>
  othersOf(tx, pair, LOCKED_ARTWORK);

/** A round trip for each further surface: few templates have any, and rendering takes a hundred times as long. */
async function othersOf(em: EntityManager, pair: Pair, statementOf: typeof ARTWORK): Promise<RenderInputs['others']> {
  const { templateId, others } = mockupOf(pair.templateId);
  const found: RenderInputs['others'] = [];
  for (const { surface, artworkId } of others) {
    const known = uuidOrNull(artworkId);
    const where = PLACEMENT.with(known, areaName(templateId, surface));
    const [[artwork], [placement]] = await pipeline(em, statementOf.with(known), where);
    found.push({ surface, artworkId, artwork: artwork ?? null, placement: placement ?? null });
  }
  return found;
}

const uuidOrNull = (text: string): string | null => (isUuid(text) ? text : null);
