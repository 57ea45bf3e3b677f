import { invalidField } from './refusals.ts';

export const DOCUMENT_TYPES = ['cpf', 'cnpj', 'passport'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export type Document = { documentType?: DocumentType | null; documentNumber?: string | null };

/** A member that is absent was not sent; null clears it. */
export type DocumentChange = { documentType?: string | null; documentNumber?: string | null };

export type DocumentRules = { acceptsAlphanumericCnpj: boolean };

const SHOWN_CHARACTERS = 2;

/** The document after a change. Type and number belong together: a number needs its type, and must fit it. */
export function changeDocument(current: Document, change: DocumentChange, rules: DocumentRules): Document {
  if (change.documentType === undefined && change.documentNumber === undefined) return current;
  if (typeof change.documentNumber === 'string' && !change.documentType)
    throw invalidField('documentType', 'required', 'is required when documentNumber is sent');

  const type = change.documentType == null ? change.documentType : readType(change.documentType);
  if (change.documentNumber === null) return { documentType: type ?? null, documentNumber: null };
  const documentType = type === undefined ? current.documentType : type;
  const number = change.documentNumber ?? current.documentNumber ?? null;
  if (number === null) return { documentType, documentNumber: null };
  if (!documentType) throw invalidField('documentType', 'required', 'cannot be cleared while documentNumber is kept');
  return { documentType, documentNumber: readNumber(documentType, number, rules) };
}

/** All but the last two characters hidden. */
export const maskDocument = (number: string): string => number.slice(-SHOWN_CHARACTERS).padStart(number.length, '*');

function readType(type: string): DocumentType {
  const known = DOCUMENT_TYPES.find((candidate) => candidate === type);
  if (!known) throw invalidField('documentType', 'invalid_value', `must be one of ${DOCUMENT_TYPES.join(', ')}`);
  return known;
}

/** The number as it is stored: without punctuation, letters upper-cased. */
function readNumber(type: DocumentType, text: string, rules: DocumentRules): string {
  const number = text.replace(/[./\-\s]/g, '').toUpperCase();
  if (!isValid(type, number, rules))
    throw invalidField('documentNumber', 'invalid_document', `is not a valid ${LABEL_OF[type]}`);
  return number;
}

const LABEL_OF = { cpf: 'CPF', cnpj: 'CNPJ', passport: 'passport number' };

function isValid(type: DocumentType, number: string, { acceptsAlphanumericCnpj }: DocumentRules): boolean {
  switch (type) {
    case 'cpf':
      return /^\d{11}$/.test(number) && endsInCheckDigits(number, CPF_WEIGHTS);
    case 'cnpj':
      return (
        (acceptsAlphanumericCnpj ? /^[0-9A-Z]{12}\d{2}$/ : /^\d{14}$/).test(number) &&
        endsInCheckDigits(number, CNPJ_WEIGHTS)
      );
    case 'passport':
      return /^[0-9A-Z]{5,20}$/.test(number);
  }
}

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const MODULUS = 11;

/** The weights are those of the second digit; the first digit uses all but their first. */
function endsInCheckDigits(number: string, weights: readonly number[]): boolean {
  if (new Set(number).size === 1) return false;
  const first = checkDigit(number, weights.slice(1));
  const second = checkDigit(number, weights);
  return number.endsWith(`${first}${second}`);
}

/** A character counts its distance from `0` in ASCII, so digits and letters follow one rule. */
function checkDigit(number: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (number.charCodeAt(index) - ZERO), 0);
  const remainder = sum % MODULUS;
  return remainder < 2 ? 0 : MODULUS - remainder;
}

const ZERO = '0'.charCodeAt(0);
