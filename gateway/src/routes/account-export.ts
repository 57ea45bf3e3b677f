import type { KeptSession } from '@estampa/contracts/identity/v1/user';
import type { Order } from '@estampa/contracts/orders/v1/order';
import type { GetPixKeyResponse } from '@estampa/contracts/payouts/v1/pix_key';
import type { Reaction } from '@estampa/contracts/storefront/v1/reactions';
import { DomainError } from '@estampa/kernel/errors';
import { LIST_LIMIT_MAX } from '@estampa/kernel/page';
import { z } from 'zod';
import { OrderJson, orderView } from '../views/order.ts';
import { SellerProfileJson, sellerProfileView } from '../views/seller-profile.ts';
import { UserJson, userView } from '../views/user.ts';
import type { View } from '../views/view.ts';
import { CustomerProfileJson, customerProfileView } from './customer-profiles.ts';
import { PixKeyJson, pixKeyView } from './pix-key.ts';
import { upTo } from './page-through.ts';
import { route } from './route.ts';
import { id, iso, isoOrNull, timestamp } from './schemas.ts';
import { WaitlistEntryJson, waitlistEntryView } from './waitlist.ts';

/** Some 5 MB of orders; the list of orders has the rest. */
export const EXPORTED_ORDERS_MAX = 1_000;
/** It reads all orders, and is rarely needed. */
const EXPORTS_PER_MINUTE = 5;

const ListedSessionJson = z
  .object({
    id,
    createdAt: timestamp.describe('When it began by logging in or signing up'),
    expiresAt: timestamp.describe('When it ends, or ended, by itself'),
    revokedAt: timestamp.nullable().describe('When it was revoked; null while it was not'),
  })
  .meta({ id: 'KeptSession' });

const ReactionJson = z
  .object({ id: id.describe('Of what is liked or followed'), createdAt: timestamp.describe('Since when') })
  .meta({ id: 'Reaction' });

/** Notes are what admins wrote for each other. */
const OwnWaitlistEntryJson = WaitlistEntryJson.omit({ notes: true }).meta({ id: 'OwnWaitlistEntry' });

const AccountExportJson = z
  .object({
    exportedAt: timestamp.describe('When this was put together'),
    user: UserJson.describe('The account'),
    customerProfile: CustomerProfileJson.nullable().describe(
      'Also one that was given up; null where there never was one',
    ),
    sellerProfile: SellerProfileJson.nullable().describe('Also one that was given up; null where there never was one'),
    pixKey: PixKeyJson.nullable().describe('The present one, masked; null where none is set'),
    sessions: z.array(ListedSessionJson).describe('Those kept, newest first, at most 1,000'),
    waitlistEntry: OwnWaitlistEntryJson.nullable().describe('Null where there is none of a verified address'),
    orders: z.array(OrderJson).describe('What was bought, newest first, at most 1,000; the others are in `/orders/me`'),
    ordersTotal: z.int().describe('How many orders there are'),
    likes: z.array(ReactionJson).describe('Products, newest first, at most 10,000'),
    follows: z.array(ReactionJson).describe('Stores, by the id of the seller profile, newest first, at most 10,000'),
  })
  .meta({ id: 'AccountExport' });

export const accountExportRoutes = [
  route({
    name: 'exportOwnUser',
    method: 'get',
    path: '/users/me/export',
    auth: 'user',
    summary: 'What is kept about the caller, to take along',
    description:
      'The account, its profiles, sessions, waitlist entry, Pix key, orders, likes and follows. Secrets are left out, and document and key are masked as everywhere. Artworks, products and payouts of sellers have lists of their own.',
    limit: { perMinute: EXPORTS_PER_MINUTE },
    response: AccountExportJson,
    async handle({ caller: { userId, sellerProfileId }, clients, imageUrl }) {
      const [stored, { found: orders, total: ordersTotal }, { likes, follows }, pixKey] = await Promise.all([
        clients.users.exportUser({ id: userId }),
        upTo<Order>(EXPORTED_ORDERS_MAX, LIST_LIMIT_MAX, async (page) => {
          const listed = await clients.orders.listOrders({ userId, page });
          return { items: listed.orders, total: listed.total };
        }),
        clients.storefront.listOwnReactions({}),
        sellerProfileId === null ? null : clients.pixKeys.getPixKey({}).then(shownPixKey, nullWithout),
      ]);
      const { customerProfile, sellerProfile, waitlistEntry } = stored;
      return {
        exportedAt: iso(new Date()),
        user: userView(stored.user!),
        customerProfile: customerProfile ? customerProfileView(customerProfile) : null,
        sellerProfile: sellerProfile ? sellerProfileView(sellerProfile, imageUrl) : null,
        pixKey,
        sessions: stored.sessions.map(listedSessionView),
        waitlistEntry: waitlistEntry ? withoutNotes(waitlistEntryView(waitlistEntry)) : null,
        orders: orders.map((order) => orderView(order, imageUrl)),
        ordersTotal,
        likes: likes.map(reactionView),
        follows: follows.map(reactionView),
      };
    },
  }),
];

const shownPixKey = ({ pixKey }: GetPixKeyResponse) => pixKeyView(pixKey!);

function nullWithout(error: unknown): null {
  if (error instanceof DomainError && error.kind === 'not_found') return null;
  throw error;
}

const listedSessionView = (session: KeptSession): View<KeptSession, typeof ListedSessionJson> => ({
  id: session.id,
  createdAt: iso(session.createdAt!),
  expiresAt: iso(session.expiresAt!),
  revokedAt: isoOrNull(session.revokedAt),
});

const reactionView = (reaction: Reaction): View<Reaction, typeof ReactionJson> => ({
  id: reaction.id,
  createdAt: iso(reaction.createdAt!),
});

const withoutNotes = ({
  notes: _ofAdmins,
  ...shown
}: z.input<typeof WaitlistEntryJson>): z.input<typeof OwnWaitlistEntryJson> => shown;
