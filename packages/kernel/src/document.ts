/** The documents that identify a buyer, with the rules of their issuers. */
export const DOCUMENT_TYPES = ['cpf', 'cnpj', 'passport'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export type DocumentRules = { acceptsAlphanumericCnpj: boolean };

/** As it is stored and checked: without punctuation, letters upper-cased. */
export const bareDocument = (text: string): string => text.replace(/[./\-\s]/g, '').toUpperCase();

/** What people call them. */
export const DOCUMENT_LABELS = { cpf: 'CPF', cnpj: 'CNPJ', passport: 'passport number' };

export function isValidDocument(
  type: DocumentType,
  number: string,
  { acceptsAlphanumericCnpj }: DocumentRules,
): boolean {
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
