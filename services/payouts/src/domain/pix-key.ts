import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { PIX_KEY_KINDS, type PixKeyKind, readPixKey } from '@estampa/kernel/pix-key';

/** A key that a seller set, or had set: `key` is null once its owner's account is erased. */
export type SellerPixKey = {
  id: string;
  sellerProfileId: string;
  kind: PixKeyKind;
  key: string | null;
  setBy: string;
  setAt: Date;
  usableFrom: Date;
  /** When another one took its place, or it was deleted; null while it is the seller's key. */
  endedAt: Date | null;
};

/** However a key came to be changed, its owner has a day to read the e-mail about it before money goes there. */
const PIX_KEY_COOLING_MS = 24 * 60 * 60_000;

type NewPixKey = { sellerProfileId: string; setBy: string; kind: string; key: string };

/** The key that the seller has from now on; null: it is the present one, which goes on. */
export function choosePixKey(current: SellerPixKey | undefined, chosen: NewPixKey, now: Date): SellerPixKey | null {
  const kind = PIX_KEY_KINDS.find((known) => known === chosen.kind);
  if (!kind) throw invalid('kind', 'invalid_value', `must be one of ${PIX_KEY_KINDS.join(', ')}`);
  const read = readPixKey(kind, chosen.key);
  if (!read) throw invalid('key', 'invalid_pix_key', 'is not a valid key of its kind');
  if (current?.kind === read.kind && current.key === read.key) return null;
  const { sellerProfileId, setBy } = chosen;
  const setAt = current ? endOfPixKey(current, now) : now;
  const usableFrom = new Date(setAt.getTime() + PIX_KEY_COOLING_MS);
  return { id: newId(), sellerProfileId, ...read, setBy, setAt, usableFrom, endedAt: null };
}

/** Never before it was set: the clock of whoever did that may have been ahead by milliseconds. */
export const endOfPixKey = ({ setAt }: SellerPixKey, now: Date): Date => (setAt > now ? setAt : now);

const SHOWN_AT_END: Readonly<Record<Exclude<PixKeyKind, 'email'>, number>> = { phone: 4, cpf: 2, cnpj: 2, random: 4 };

/** As much of a key as its owner needs to know it by. */
export function maskPixKey(kind: PixKeyKind, key: string): string {
  if (kind !== 'email') return key.slice(-SHOWN_AT_END[kind]).padStart(key.length, '*');
  const at = key.lastIndexOf('@');
  return key.slice(0, at > 1 ? 1 : 0).padEnd(at, '*') + key.slice(at);
}

const invalid = (path: string, code: string, message: string): DomainError =>
  new DomainError('invalid', 'validation_failed', `${path} ${message}`, { fields: [{ path, code, message }] });
