import { isValidDocument } from './document.ts';
import { isUuid } from './ids.ts';

/** What a Pix key is, as the Central Bank’s directory (DICT) tells them apart. */
export const PIX_KEY_KINDS = ['phone', 'cpf', 'cnpj', 'email', 'random'] as const;
export type PixKeyKind = (typeof PIX_KEY_KINDS)[number];

/** In the spelling of the directory, so that two spellings of a key are one key. */
type PixKey = { kind: PixKeyKind; key: string };

/** Of the directory; its longest keys are e-mail addresses. */
export const PIX_KEY_MAX_CHARACTERS = 77;

/** The key that people wrote with spaces and punctuation, or without; null: it is none of this kind. */
export function readPixKey(kind: PixKeyKind, text: string): PixKey | null {
  const key = isAscii(text) ? READERS[kind](text.trim()) : null;
  return key === null ? null : { kind, key };
}

/** As all keys are. The case of other letters can change into these: `ſ` becomes `S`. */
const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

const READERS: Readonly<Record<PixKeyKind, (text: string) => string | null>> = {
  phone: readPhone,
  cpf: (text) => readDocument('cpf', text),
  cnpj: (text) => readDocument('cnpj', text),
  email: readEmail,
  random: readRandom,
};

/** Of the national numbering plan. */
const AREA_CODE = '1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9]';
/** Mobile numbers have nine digits and begin with 9, others have eight and begin with 2 to 5. */
const BRAZILIAN_PHONE = new RegExp(String.raw`^\+55(?:${AREA_CODE})(?:9\d{8}|[2-5]\d{7})$`);
const WITHOUT_COUNTRY = /^\d{10,11}$/;
const WITH_COUNTRY = /^55\d{10,11}$/;

/** E.164. Eleven digits without a plus are a number of Brazil, also where its area code is 55. */
function readPhone(text: string): string | null {
  const bare = text.replaceAll(/[ ().-]/g, '');
  const phone = WITHOUT_COUNTRY.test(bare) ? `+55${bare}` : WITH_COUNTRY.test(bare) ? `+${bare}` : bare;
  return BRAZILIAN_PHONE.test(phone) ? phone : null;
}

/** Only separators are left out: a key in which anything else was mistyped is rejected, not repaired. */
function readDocument(kind: 'cpf' | 'cnpj', text: string): string | null {
  const number = text.replaceAll(/[ ./-]/g, '').toUpperCase();
  return isValidDocument(kind, number, { acceptsAlphanumericCnpj: true }) ? number : null;
}

/** Without quotes: what the directory takes. */
const EMAIL =
  /^[a-z0-9!#$&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

function readEmail(text: string): string | null {
  const email = text.toLowerCase();
  return email.length <= PIX_KEY_MAX_CHARACTERS && EMAIL.test(email) ? email : null;
}

function readRandom(text: string): string | null {
  const id = text.toLowerCase();
  return isUuid(id) ? id : null;
}
