import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares digests, which have the same length, in constant time. */
export const sameText = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
