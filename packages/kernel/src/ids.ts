import { v7, validate } from 'uuid';

/** A new UUID v7: grows with time, so indexes stay compact. */
export const newId = (): string => v7();

/** No id comes before it: where a walk over ids begins. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

export const isUuid = (text: string): boolean => validate(text);
