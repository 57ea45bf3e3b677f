import { isUuid } from '@estampa/kernel/ids';
import { selected } from '@estampa/kit/postgres/rows';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { renders } from './render-repository.ts';
import { artwork as artworkTable } from './tables/artwork.ts';
import { artworkFile } from './tables/artwork-file.ts';
import { placement as placementTable } from './tables/placement.ts';
import { template as templateTable } from './tables/template.ts';

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

const artworkStatement = (lock: '' | 'for share of a') =>
  statement(
    `select ${selected(OF_ARTWORK, 'a')}, ${selected({ takenKey }, 'f')}
     from artwork a left join artwork_file f on f.artwork_id = a.id and f.file_version = a.file_version
     where a.id = $1 ${lock}`,
    { ...OF_ARTWORK, takenKey },
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

export type RenderInputs = Awaited<ReturnType<typeof loadRenderInputs>>;
export type RenderedArtwork = NonNullable<RenderInputs['artwork']>;

/** All that an image is made from, as far as it is there, with the placement that was stored last. */
export async function loadRenderInputs(em: EntityManager, pair: Pair) {
  const [[artwork], [template], [placement]] = await pipeline(em, ...requestedOf(pair, ARTWORK));
  return { artwork: artwork ?? null, template: template ?? null, placement: placement ?? null };
}

/** The same, read after the pair's render was locked; that and the artwork stay locked until the transaction ends. */
export async function lockRenderWithInputs(tx: EntityManager, pair: Pair) {
  const lock = renders.lock(uuidOrNull(pair.artworkId), pair.templateId);
  const [[render], [artwork], [template], [placement]] = await pipeline(tx, lock, ...requestedOf(pair, LOCKED_ARTWORK));
  const inputs: RenderInputs = { artwork: artwork ?? null, template: template ?? null, placement: placement ?? null };
  return { render: render ?? null, inputs };
}

const requestedOf = ({ artworkId, templateId }: Pair, artwork: typeof ARTWORK) => {
  const known = uuidOrNull(artworkId);
  return [artwork.with(known), TEMPLATE.with(templateId), PLACEMENT.with(known, templateId)] as const;
};

const uuidOrNull = (text: string): string | null => (isUuid(text) ? text : null);
