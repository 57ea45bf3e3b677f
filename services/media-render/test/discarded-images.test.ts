import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxServiceClient } from '@estampa/contracts/common/v1/inbox';
import { SellerProfileChanged } from '@estampa/contracts/identity/v1/events';
import type { SellerProfile } from '@estampa/contracts/identity/v1/seller_profile';
import { eventually } from '@estampa/testing/eventually';
import { aSeller, type Media, startSharedMedia } from './media.ts';
import { noise, profileImages, type Seller } from './profile-images.ts';

let media: Media;
let images: ReturnType<typeof profileImages>;
beforeAll(async () => {
  media = await startSharedMedia();
  images = profileImages(media);
});
afterAll(() => media.stop());

const statusOf = async (key: string): Promise<number> => (await media.seePublicly(key)).status;

describe('what no profile shows', () => {
  const database = () => media.service.database;
  let version = 0;

  /** Publishes a profile as identity does; waits until it has been applied. */
  async function emit({ sellerProfileId, userId }: Seller, shown: Partial<SellerProfile>): Promise<void> {
    const profile = { id: sellerProfileId, userId, storeSlug: 'x', active: true, ...shown };
    const value = SellerProfileChanged.toJSON(SellerProfileChanged.fromPartial({ profile, version: (version += 1) }));
    const key = `seller_profile:${sellerProfileId}`;
    const id = await media.service.publish('identity.v1', { type: 'seller_profile_updated', key, value });
    await media.service
      .client(InboxServiceClient)
      .settled({ events: [{ topic: 'identity.v1', kind: 'seller_profile', id }] });
  }

  const shown = async (seller: Seller): Promise<string> => {
    const { key } = await images.uploaded(seller, await noise().png().toBuffer());
    return (await images.complete(seller, key)).imageKey;
  };
  const makeDue = (keys: readonly string[]) =>
    database().query(`update discarded_object set due_at = now() - interval '1 minute' where key = any($1)`, [keys]);
  const gone = (key: string) => eventually(async () => expect(await statusOf(key)).toBe(404));
  const discarded = async (...keys: string[]) => {
    const { rows } = await database().query('select key from discarded_object where key = any($1)', [keys]);
    return rows.map(({ key }) => key as string).toSorted();
  };

  it('leaves storage: what was replaced, removed, or uploaded and taken in; nothing else does', async () => {
    const [seller, other] = [aSeller(), aSeller()];
    const [first, second, banner, ofOther] = [
      await shown(seller),
      await shown(seller),
      await shown(seller),
      await shown(other),
    ];
    await emit(seller, { avatarKey: first, bannerKey: banner });
    await emit(other, { avatarKey: ofOther });
    expect(await discarded(first, second, banner, ofOther)).toEqual([]);

    await emit(seller, { avatarKey: second });
    expect(await discarded(first, second, banner, ofOther)).toEqual([first, banner].toSorted());

    const original = first.replace('public', 'private').replace('webp', 'png');
    expect(await discarded(original)).toEqual([original]);
    await makeDue([first, banner, original]);
    await Promise.all([gone(first), gone(banner), gone(original)]);
    await eventually(async () => expect(await discarded(first, banner, original)).toEqual([]));
    expect([await statusOf(second), await statusOf(ofOther)]).toEqual([200, 200]);
    await expect(images.complete(seller, original)).rejects.toMatchObject({ reason: 'file_not_found' });
  });

  it('stays when a later event names it again, and an older one takes nothing away', async () => {
    const seller = aSeller();
    const [first, second] = [await shown(seller), await shown(seller)];
    await emit(seller, { avatarKey: first });
    const before = version;
    await emit(seller, { avatarKey: second });
    await emit(seller, { avatarKey: first });
    expect(await discarded(first, second)).toEqual([second]);

    version = before - 1;
    await emit(seller, {});

    version = before + 3;
    expect(await discarded(first, second)).toEqual([second]);
  });

  it('goes when its profile never came to name it, or its upload was never completed', async () => {
    const seller = aSeller();
    const bytes = await noise().png().toBuffer();
    const unnamed = await shown(seller);
    const [abandoned, waiting] = [await images.uploaded(seller, bytes), await images.uploaded(seller, bytes)];
    const named = await shown(seller);
    await emit(seller, { avatarKey: named });

    await database().query(`update profile_image set unnamed_until = now() - interval '1 minute' where key = any($1)`, [
      [unnamed, named],
    ]);
    await database().query(`update upload set expires_at = now() - interval '25 hours' where key = $1`, [
      abandoned.key,
    ]);
    await database().query(`update upload set expires_at = now() - interval '23 hours' where key = $1`, [waiting.key]);

    await Promise.all([gone(unnamed), gone(abandoned.key)]);
    await expect(images.complete(seller, abandoned.key)).rejects.toMatchObject({ reason: 'unknown_reference' });
    expect(await statusOf(named)).toBe(200);
    expect((await images.complete(seller, waiting.key)).imageKey).toContain(seller.sellerProfileId);
  });
});
