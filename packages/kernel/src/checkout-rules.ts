/** Limits of an order and its address: checked by the gateway, and again by orders-payments. */
export const ORDER_LINES_MAX = 100;
export const QUANTITY_MAX = 100;
export const FULL_NAME_MAX_CHARACTERS = 200;
export const ADDRESS_LINE_MAX_CHARACTERS = 200;
export const CEP_CHARACTERS = { min: 8, max: 10 };
export const STATE_CHARACTERS = 2;
/** Amounts travel as 32-bit integers. */
export const AMOUNT_MAX_CENTS = 2_000_000_000;

export const BRAZIL = 'BR';
const STATES = new Set('AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' '));
const CEP = /^\d{2}\.?\d{3}-?\d{3}$/;

/** 8 digits, with or without punctuation. */
export const isCep = (text: string): boolean => CEP.test(text);

/** One of the 27 codes. */
export const isBrazilianState = (code: string): boolean => STATES.has(code);
