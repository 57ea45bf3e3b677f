import { randomUUID } from 'node:crypto';
import { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { OrderChanged } from '@estampa/contracts/orders/v1/events';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, anArtwork, aSeller, type Media, sampleImage, startMedia } from './media.ts';
import { aShirt, INK, PLACED } from './shirt.ts';

const RESTART_DEADLINE_MS = 60_000;
const PATIENTLY = { deadlineMs: 30_000 };

let media: Media;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.stop());

const database = () => media.service.database;

/** A product with renders on two templates of its type, and one of the same artwork on a template of another type. */
async function aProduct() {
  const seller = aSeller();
  const artwork = await anArtwork(media, seller, await sampleImage({ width: 100, height: 100 }, INK).png().toBuffer());
  const [productTypeId, otherTypeId] = [randomUUID(), randomUUID()];
  const templates = [];
  for (const type of [productTypeId, productTypeId, otherTypeId])
    templates.push((await aShirt(media, { productTypeId: type })).id);
  const render = async (templateId: string) =>
    (await media.renders(seller).renderPlacement({ artworkId: artwork.id, templateId, ...PLACED })).render!;
  const keys = [];
  for (const templateId of templates) keys.push((await render(templateId)).imageKey);
  const sellerProduct = { id: randomUUID(), sellerProfileId: seller.sellerProfileId, productTypeId };
  const emit = (version: number, deleted: boolean) =>
    media.service.publish('catalog.v1', {
      type: deleted ? 'seller_product_deleted' : 'seller_product_created',
      key: `seller_product:${sellerProduct.id}`,
      value: SellerProductChanged.toJSON(
        SellerProductChanged.fromPartial({
          sellerProduct: { ...sellerProduct, artworkId: artwork.id },
          version,
          deleted,
        }),
      ),
    });
  await applied(await emit(1, false));
  const shown = async () =>
    (await media.renders(ADMIN).listRenders({ artworkIds: [artwork.id], templateIds: [] })).renders.map(
      ({ templateId }) => templateId,
    );
  const placed = async () =>
    (await media.artworks(seller).listPlacements({ artworkId: artwork.id })).placements.map(
      ({ templateId }) => templateId,
    );
  return { artwork, templates, keys, render, emit, shown, placed };
}

const applied = (id: string) =>
  media.service
    .client(InboxServiceClient)
    .settled({ events: [{ topic: 'catalog.v1', kind: 'seller_product', id }] }, { deadlineMs: 20_000 });
const withoutVersion = (imageKey: string) => imageKey.split('?')[0]!;

async function sell(imageKey: string): Promise<void> {
  const order = { id: randomUUID(), paymentStatus: 'approved', items: [{ id: randomUUID(), imageKey }] };
  const value = OrderChanged.toJSON(OrderChanged.fromPartial({ order, version: 1 }));
  const id = await media.service.publish('orders.v1', { type: 'order_approved', key: `order:${order.id}`, value });
  const events = [{ topic: 'orders.v1', kind: 'order', id }];
  await media.service.client(InboxServiceClient).settled({ events }, { deadlineMs: 20_000 });
}

const statusesOf = (keys: readonly string[]) =>
  Promise.all(keys.map(async (key) => (await media.seePublicly(key)).status));

describe('a product that is gone for good', () => {
  it('takes its placements, renders and their objects along, and nothing of another type', async () => {
    const { artwork, templates, keys, render, emit, shown, placed } = await aProduct();
    const [first, second, ofOtherType] = templates as [string, string, string];

    await applied(await emit(2, true));

    expect([await shown(), await placed()]).toEqual([[ofOtherType], [ofOtherType]]);
    await eventually(async () => expect(await statusesOf(keys)).toEqual([404, 404, 200]));
    await eventually(async () => {
      const published = (await media.service.events('media.v1')).filter(({ key }) =>
        key.startsWith(`render:${artwork.id}/`),
      );
      expect(published.slice(3).map(({ key, type, value }) => [key.split('/')[1], type, value])).toEqual(
        [first, second]
          .toSorted()
          .map((templateId) => [templateId, 'render_deleted', expect.objectContaining({ version: 2, deleted: true })]),
      );
    });

    const again = await render(first);

    expect(again).toMatchObject({ status: 'rendered' });
    expect(again.imageKey).not.toBe(keys[0]);
    expect(await statusesOf([...keys, again.imageKey])).toEqual([404, 404, 200, 200]);
    expect(await shown()).toEqual([first, ofOtherType]);
    const version = 'select version from render where artwork_id = $1 and template_id = $2';
    expect((await database().query(version, [artwork.id, first])).rows).toEqual([{ version: 3 }]);
  });

  it('does not remove an image twice: repeated and late events change nothing', async () => {
    const { templates, render, emit, shown } = await aProduct();
    await applied(await emit(3, true));
    await render(templates[0]!);

    await applied(await emit(3, true));
    await applied(await emit(2, false));
    await applied(await emit(4, true));

    expect(await shown()).toEqual([templates[0], templates[2]]);
  });

  it('leaves no lease to record an image that is being made, and for months the images that could be ordered', async () => {
    const { artwork, templates, keys, emit } = await aProduct();
    await database().query(
      `update render set lease_id = gen_random_uuid(), lease_until = now() + interval '20 seconds'
       where artwork_id = $1 and template_id = $2`,
      [artwork.id, templates[0]],
    );
    await database().query(`update seller_product set status = 'paused' where artwork_id = $1`, [artwork.id]);
    // The last word of a product has no status.
    await database().query(`
      create function stay_paused() returns trigger language plpgsql as $$ begin new.status := 'paused'; return new; end $$;
      create trigger stay_paused before update on seller_product for each row execute function stay_paused()`);

    await applied(await emit(2, true));

    await database().query('drop function stay_paused() cascade');
    expect((await database().query('select 1 from render where lease_id is not null')).rows).toEqual([]);
    const { rows } = await database().query(
      `select due_at > now() + interval '89 days' as later from discarded_object where key = any($1)`,
      [keys.map((key) => key.split('?')[0])],
    );
    expect(rows).toEqual([{ later: true }, { later: true }]);
    expect(await statusesOf(keys)).toEqual([200, 200, 200]);
  });
});

describe('an order that shows a product that is gone for good', () => {
  const SOLD = 'sold_picture';
  const sold = async (keys: readonly string[]) =>
    (await database().query(`select key from ${SOLD} where key = any($1)`, [keys.map(withoutVersion)])).rows.map(
      ({ key }: { key: string }) => key,
    );

  it('keeps its image when it was paid for before, and no record of it when it is paid for only then', async () => {
    const { keys, emit } = await aProduct();
    const [before, after] = keys as [string, string];
    await sell(before);

    await applied(await emit(2, true));
    await eventually(async () => expect(await statusesOf(keys)).toEqual([200, 404, 200]), PATIENTLY);
    await sell(after);

    // What is sold while its object goes has a record until the deletion is written down.
    await eventually(async () => expect(await sold(keys)).toEqual([withoutVersion(before)]), PATIENTLY);
  });

  it('has no record of an image that goes while it is paid for', async () => {
    const { keys, emit } = await aProduct();
    const gone = withoutVersion(keys[0]!);
    // As it is left by an order that is applied between the claim of an object and its deletion.
    await database().query(`
      create function sell_late() returns trigger language plpgsql as $$
      begin insert into ${SOLD} (key) values (new.key) on conflict do nothing; return new; end $$;
      create trigger sell_late before update on discarded_object for each row
      when (new.due_at > now() and new.key = '${gone}') execute function sell_late()`);

    await applied(await emit(2, true));
    await eventually(async () => expect(await statusesOf(keys)).toEqual([404, 404, 200]), PATIENTLY);

    await eventually(async () => expect(await sold(keys)).toEqual([]), PATIENTLY);
    await database().query('drop function sell_late() cascade');
  });
});

describe('a process that dies while a product goes', () => {
  it(
    'before it has committed leaves all to be done by the next',
    async () => {
      const { artwork, templates, keys, emit, shown, placed } = await aProduct();
      const blocker = await database().connect();
      await blocker.query('begin');
      await blocker.query('select 1 from render where artwork_id = $1 and template_id = $2 for update', [
        artwork.id,
        templates[1],
      ]);
      const id = await emit(2, true);
      await eventually(() => waitsForLock('%from render as r%for update'), PATIENTLY);

      await media.service.process.kill('SIGKILL');
      await blocker.query('commit');
      blocker.release();
      await media.service.process.restart();

      await eventually(() => applied(id), PATIENTLY);
      expect([await shown(), await placed()]).toEqual([[templates[2]], [templates[2]]]);
      await eventually(async () => expect(await statusesOf(keys)).toEqual([404, 404, 200]), PATIENTLY);
    },
    RESTART_DEADLINE_MS,
  );

  it(
    'between the commit and storage leaves the objects to the next',
    async () => {
      const { keys, emit, shown } = await aProduct();
      const blocker = await database().connect();
      await blocker.query('select pg_advisory_lock(4711)');
      await blocker.query(`
        create function wait_for_test() returns trigger language plpgsql as
        $$begin perform pg_advisory_xact_lock(4711); return new; end$$`);
      await blocker.query(`
        create trigger wait_for_test before update on discarded_object for each row execute function wait_for_test()`);
      const id = await emit(2, true);
      await eventually(() => waitsForLock('%discarded_object set due_at%'), PATIENTLY);
      await applied(id);

      await media.service.process.kill('SIGKILL');
      const before = await statusesOf(keys);
      // PostgreSQL sees only seconds later that the process is gone, and until then what it had begun locks the table.
      await blocker.query(`
        select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      await blocker.query('drop function wait_for_test cascade');
      await blocker.query('select pg_advisory_unlock(4711)');
      blocker.release();
      await media.service.process.restart();

      expect(before).toEqual([200, 200, 200]);
      await eventually(async () => expect(await statusesOf(keys)).toEqual([404, 404, 200]), PATIENTLY);
      expect(await shown()).toHaveLength(1);
    },
    RESTART_DEADLINE_MS,
  );
});

async function waitsForLock(query: string): Promise<void> {
  const { rows } = await database().query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [query],
  );
  expect(rows.length).toBeGreaterThan(0);
}
