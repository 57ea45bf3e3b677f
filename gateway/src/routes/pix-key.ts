import type { PixKey } from '@estampa/contracts/payouts/v1/pix_key';
import { PIX_KEY_MAX_CHARACTERS, readPixKey } from '@estampa/kernel/pix-key';
import { z } from 'zod';
import { sellerProfileOf } from '../access/seller-profile-of.ts';
import { PixKeyKind } from '../views/payout-run.ts';
import type { View } from '../views/view.ts';
import { route } from './route.ts';
import { failing, iso, secret, text, timestamp } from './schemas.ts';

export const PixKeyJson = z
  .object({
    kind: PixKeyKind,
    maskedKey: z.string().describe('As much of the key as its owner knows it by'),
    setAt: timestamp.describe('When it became the key'),
    usableFrom: timestamp.describe('From when on payouts are sent to it: 24 hours later'),
  })
  .meta({ id: 'PixKey' });

const currentPassword = secret.describe('Proves that the owner makes the request');

/** Spaces and punctuation that people write are allowed on top of what is stored. */
const WRITTEN_MAX_CHARACTERS = PIX_KEY_MAX_CHARACTERS + 10;
/** What each key is: an e-mail, or at least so many characters. Only a hint for clients; the rules of its kind decide. */
const PATTERN = '@|.{10}';

const SetBody = z
  .object({
    kind: PixKeyKind.describe('What the key is'),
    key: text(1, WRITTEN_MAX_CHARACTERS)
      .meta({ pattern: PATTERN })
      .describe('With or without punctuation; a phone with or without +55'),
    currentPassword,
  })
  .refine(({ kind, key }) => readPixKey(kind, key) !== null, {
    path: ['key'],
    ...failing('invalid_pix_key', 'is not a valid key of its kind'),
  });

/**
 * The password is proved, and the e-mail queued, before anything changes: a crash in between leaves an e-mail about a change that
 * was not made, and never a change without one.
 */
export const pixKeyRoutes = [
  route({
    name: 'getPixKey',
    method: 'get',
    path: '/payouts/pix-key',
    auth: 'seller',
    summary: 'The Pix key that one wants to be paid to',
    errors: { 400: ['seller_profile_required'], 404: ['not_found'] },
    response: PixKeyJson,
    async handle({ caller, clients }) {
      sellerProfileOf(caller);
      return pixKeyView((await clients.pixKeys.getPixKey({})).pixKey!);
    },
  }),

  route({
    name: 'setPixKey',
    method: 'put',
    path: '/payouts/pix-key',
    auth: 'seller',
    summary: 'Choose the Pix key that one wants to be paid to',
    description:
      'The owner is notified by e-mail. Nothing is sent to a new key within 24 hours; setting the present one again changes nothing.',
    body: SetBody,
    errors: { 400: ['seller_profile_required', 'wrong_password'] },
    response: PixKeyJson,
    async handle({ body: { kind, key, currentPassword: password }, caller, clients }) {
      sellerProfileOf(caller);
      await clients.auth.confirmPixKeyChange({ currentPassword: password });
      return pixKeyView((await clients.pixKeys.setPixKey({ kind, pixKey: key })).pixKey!);
    },
  }),

  route({
    name: 'deletePixKey',
    method: 'delete',
    path: '/payouts/pix-key',
    auth: 'seller',
    summary: 'Have no Pix key any more',
    description: 'The owner is notified by e-mail.',
    body: z.object({ currentPassword }),
    status: 204,
    errors: { 400: ['seller_profile_required', 'wrong_password'] },
    async handle({ body, caller, clients }) {
      sellerProfileOf(caller);
      await clients.auth.confirmPixKeyChange(body);
      await clients.pixKeys.deletePixKey({});
    },
  }),
];

export const pixKeyView = ({ kind, maskedKey, setAt, usableFrom }: PixKey): View<PixKey, typeof PixKeyJson> => ({
  kind: kind as z.input<typeof PixKeyKind>,
  maskedKey,
  setAt: iso(setAt!),
  usableFrom: iso(usableFrom!),
});
