export const COUPON_CODE_CHARACTERS = { min: 5, max: 32 };
const CODE = /^[A-Z0-9-]+$/;

/** A code as it is stored: people write it in any case. */
export const couponCodeOf = (written: string): string => written.trim().toUpperCase();

/** Letters that look alike in other scripts would make two codes of one. */
export const isCouponCode = (code: string): boolean =>
  code.length >= COUPON_CODE_CHARACTERS.min && code.length <= COUPON_CODE_CHARACTERS.max && CODE.test(code);
