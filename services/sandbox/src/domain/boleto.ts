/** No bank carries this number, so the line cannot be paid anywhere. */
export const SANDBOX_BANK = '999';
const CURRENCY_REAL = '9';
const DAY_MS = 86_400_000;
const FACTOR_BASE = Date.UTC(1997, 9, 7);
const FACTOR_RESTART_BASE = Date.UTC(2022, 4, 29);
const FACTOR_MAX = 9_999;

export type BoletoInput = { bank?: string; dueDate: string; amountCents: number; freeField: string };

export function boletoBarCode({ bank = SANDBOX_BANK, dueDate, amountCents, freeField }: BoletoInput): string {
  const head = bank + CURRENCY_REAL;
  const tail = `${dueDateFactor(dueDate)}${String(amountCents).padStart(10, '0')}${freeField.padStart(25, '0')}`;
  return `${head}${generalDigit(head + tail)}${tail}`;
}

/** The 47 digits a person types, rearranged from the 44 of the bar code. */
export function boletoLine(barCode: string): string {
  const free = barCode.slice(19);
  const fields = [barCode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return `${fields.map((digits) => digits + modulo10(digits)).join('')}${barCode[4]}${barCode.slice(5, 19)}`;
}

/** Days since the base date; after 9999 the count restarted at 1000 on 2025-02-22. */
export function dueDateFactor(dueDate: string): string {
  const dueMs = Date.parse(`${dueDate}T00:00:00Z`);
  const days = Math.round((dueMs - FACTOR_BASE) / DAY_MS);
  const factor = days > FACTOR_MAX ? Math.round((dueMs - FACTOR_RESTART_BASE) / DAY_MS) : days;
  return String(factor).padStart(4, '0');
}

function generalDigit(digits: string): number {
  const sum = weighted(
    digits,
    (position) => 2 + (position % 8),
    (product) => product,
  );
  const digit = 11 - (sum % 11);
  return digit === 10 || digit === 11 || digit === 0 ? 1 : digit;
}

function modulo10(digits: string): number {
  const sum = weighted(
    digits,
    (position) => (position % 2 === 0 ? 2 : 1),
    (product) => (product > 9 ? product - 9 : product),
  );
  return (10 - (sum % 10)) % 10;
}

function weighted(digits: string, weight: (position: number) => number, count: (product: number) => number): number {
  return digits
    .split('')
    .toReversed()
    .reduce((sum, digit, position) => sum + count(Number(digit) * weight(position)), 0);
}
