import type { OrderChanged, SoldItem } from '@estampa/contracts/orders/v1/events';
import type { Orm } from '@estampa/kit/postgres/connect';
import { scaleForNewFile } from '@estampa/media-render/domain/artwork';
import type { Rectangle } from '@estampa/media-render/domain/geometry';
import { fit, type Placement, rescaled } from '@estampa/media-render/domain/placement';
import { storedRecords } from '@estampa/media-render/db/stored-record-repository';
import type { World } from '../history/world.ts';
import type { Bucket } from './bucket.ts';
import { printOf, renderedOf } from './studio.ts';

/** At rest pictures show what they are said to be made from, and what is sold can be printed as it was sold. */
export const wrongImages = async (world: World, bucket: Bucket, media: Orm): Promise<string[]> => [
  ...(await wrongRenders(bucket, media)),
  ...(await unshownProducts(media)),
  ...(await wrongPrints(world, bucket, media)),
  ...(await wrongSoldImages(world, bucket, media)),
];

type Render = {
  name: string;
  status: string;
  key: string | null;
  isStale: boolean;
  isOnSale: boolean;
  isUnderWay: boolean;
  working: string;
  base: string;
  placement: Placement;
  printArea: Rectangle;
  /** Of the file that it shows or was requested for, and of the newest. */
  shownSize: Size | null;
  size: Size;
};
type Size = Parameters<typeof scaleForNewFile>[0];

const RENDERS = `
  select r.artwork_id || ' on ' || r.template_id as name, r.status, r.key,
    r.artwork_version < a.file_version or r.template_revision < t.revision as "isStale",
    exists (select from seller_product p where p.artwork_id = r.artwork_id and p.product_type_id = t.product_type_id
      and p.status = 'active' and not p.deleted) as "isOnSale",
    exists (select from render_task task where task.artwork_id = r.artwork_id and task.template_id = r.template_id)
      as "isUnderWay",
    'private/sellers/' || a.seller_profile_id || '/artworks/' || a.id || '/working/v' || r.artwork_version || '.png' as working,
    (select image ->> 'key' from jsonb_array_elements(t.images) as image where image ->> 'kind' = 'base') as base,
    r.placement, t.print_area as "printArea", jsonb_build_object('widthPx', a.width_px, 'heightPx', a.height_px) as size,
    (select jsonb_build_object('widthPx', f.width_px, 'heightPx', f.height_px) from artwork_file f
     where f.artwork_id = a.id and f.file_version = r.artwork_version) as "shownSize"
  from render r join artwork a on a.id = r.artwork_id join template t on t.id = r.template_id where not r.is_deleted`;

/** Whether the newest file can be where an older one is; where it cannot, the older one is shown until the artwork is placed anew. */
function fitsStill({ placement, printArea, shownSize, size }: Render): boolean {
  const placed = rescaled(placement, (shownSize && scaleForNewFile(shownSize, size)) ?? 1);
  return fit({ width: size.widthPx, height: size.heightPx }, placed, printArea).fits;
}

/** Its request was rejected, and its seller sees that it failed: nothing stands that could be out of date. */
const isKnownToFail = ({ status, key }: Render): boolean => status === 'failed' && key === null;

/** What is on sale shows the newest file on the newest template; no request waits for ever. */
async function wrongRenders(bucket: Bucket, media: Orm): Promise<string[]> {
  const rows = await media.em.fork().execute<Render[]>(RENDERS);
  return rows.flatMap((render) => {
    const { name, status, key, isStale, isOnSale, isUnderWay, working, base } = render;
    const [made, from] = [key === null ? undefined : bucket.objects.get(key), bucket.objects.get(working)];
    const shows = made && (JSON.parse(Buffer.from(made.bytes).toString()) as { shows: string }).shows;
    // The working copy of an older file is gone after a while.
    const isRight = !shows || !from || shows === renderedOf(from.bytes, bucket.get(base).bytes);
    return [
      ...(isRight ? [] : [`the render of ${name} shows something else`]),
      ...(isUnderWay ? [`the render of ${name} is under way for ever`] : []),
      ...(isOnSale && (isStale || status !== 'rendered') && !isKnownToFail(render) && fitsStill(render)
        ? [`the render of ${name} is ${status}, on sale and out of date`]
        : []),
      ...(status === 'rendering' ? [`the render of ${name} is left alone`] : []),
    ];
  });
}

/** One that is deleted for good takes the images of its artwork along, also from others. */
const UNSHOWN = `
  select p.id from seller_product p where p.status = 'active' and not p.deleted and not exists (
    select from render r join template t on t.id = r.template_id
    where r.artwork_id = p.artwork_id and t.product_type_id = p.product_type_id and r.status = 'rendered' and not r.is_deleted
  ) and not exists (select from seller_product gone where gone.deleted and gone.artwork_id = p.artwork_id)`;

async function unshownProducts(media: Orm): Promise<string[]> {
  const rows = await media.em.fork().execute<{ id: string }[]>(UNSHOWN);
  return rows.map(({ id }) => `product ${id} is on sale, and no image shows it`);
}

const PRINTS = `
  select item.order_item_id as "itemId", file.key, file.job ->> 'artworkVersion' as version, file.artwork_id as "artworkId",
    'private/sellers/' || f.seller_profile_id || '/artworks/' || f.artwork_id || '/original/v' || f.file_version || '.png' as original
  from print_item item join print_file file on file.digest = item.print_digest
  left join artwork_file f on f.artwork_id = file.artwork_id and f.file_version = (file.job ->> 'artworkVersion')::int`;

type Print = { itemId: string; key: string | null; version: string; artworkId: string; original: string | null };

/** Each item that was paid for has a print, made from the file that its order says. */
async function wrongPrints(world: World, bucket: Bucket, media: Orm): Promise<string[]> {
  const prints = new Map((await media.em.fork().execute<Print[]>(PRINTS)).map((one) => [one.itemId, one]));
  return soldItems(world).flatMap(({ id, print }) => {
    const made = prints.get(id);
    if (made === undefined || made.key === null) return [`item ${id} cannot be printed`];
    if (made.artworkId !== print!.artworkId || Number(made.version) !== print!.artworkVersion)
      return [`item ${id} is printed from another file than it was sold with`];
    const [stored, original] = [bucket.objects.get(made.key), bucket.objects.get(made.original ?? '')];
    if (!stored || !original) return [`the print of item ${id}, or its original, is gone`];
    return Buffer.from(printOf(original.bytes)).equals(stored.bytes)
      ? []
      : [`the print of item ${id} shows something else`];
  });
}

const SOLD_MAX = 1_000;

/** A product that is deleted for good takes its images along, also from orders that are paid for only then. */
const DELETED = 'select artwork_id as "artworkId" from seller_product where deleted';

/** What an order shows is retained for good. */
async function wrongSoldImages(world: World, bucket: Bucket, media: Orm): Promise<string[]> {
  const found = await storedRecords.findSoldImagesAfter(media.em.fork(), '', SOLD_MAX);
  const retained = new Set(found.map(({ key }) => key));
  const deleted = await media.em.fork().execute<{ artworkId: string }[]>(DELETED);
  const isTakenAlong = (key: string) =>
    !bucket.objects.has(key) && deleted.some(({ artworkId }) => key.includes(`/artworks/${artworkId}/`));
  return soldItems(world).flatMap(({ id, imageKey }) => {
    const key = imageKey?.split('?')[0];
    return key === undefined || retained.has(key) || isTakenAlong(key)
      ? []
      : [`the image of item ${id} is not retained`];
  });
}

/** Items of orders that were approved once, as they were published last. */
function soldItems({ broker }: World): SoldItem[] {
  const items = new Map<string, SoldItem>();
  for (const { value } of broker.recordsOf('orders.v1')) {
    const { order } = JSON.parse(value!.toString()) as OrderChanged;
    if (order?.paymentStatus === 'approved') for (const item of order.items) items.set(item.id, item);
  }
  return [...items.values()];
}
