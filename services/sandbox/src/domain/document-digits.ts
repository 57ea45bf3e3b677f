const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const DIGIT_ZERO = '0'.charCodeAt(0);

export const isCpfOrCnpj = (text: string): boolean => isCpf(text) || isCnpj(text);

export const isCpf = (text: string): boolean => /^\d{11}$/.test(text) && checks(text, CPF_WEIGHTS);

/** Letters are legal in the first twelve places since July 2026; their value is the character code minus that of '0'. */
export const isCnpj = (text: string): boolean => /^[0-9A-Z]{12}\d{2}$/.test(text) && checks(text, CNPJ_WEIGHTS);

export const withoutPunctuation = (text: string): string => text.replace(/[.\-/\s]/g, '').toUpperCase();

function checks(text: string, weights: readonly number[]): boolean {
  if (new Set(text).size === 1) return false;
  const first = checkDigit(text.slice(0, -2), weights.slice(1));
  const second = checkDigit(text.slice(0, -1), weights);
  return text.endsWith(`${first}${second}`);
}

function checkDigit(text: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (text.charCodeAt(index) - DIGIT_ZERO), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
