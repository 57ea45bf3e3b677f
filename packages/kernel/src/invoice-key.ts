const DIGITS = /^\d{44}$/;
const WEIGHTS = [2, 3, 4, 5, 6, 7, 8, 9];
const MODULUS = 11;

/** The key of an electronic invoice (NF-e): 43 digits and one that checks them, by the rules of the tax authorities. */
export function isInvoiceKey(key: string): boolean {
  if (!DIGITS.test(key)) return false;
  const [check, ...digits] = Array.from(key, Number).toReversed() as [number, ...number[]];
  const sum = digits.reduce((total, digit, place) => total + digit * WEIGHTS[place % WEIGHTS.length]!, 0);
  const remainder = sum % MODULUS;
  return check === (remainder < 2 ? 0 : MODULUS - remainder);
}
