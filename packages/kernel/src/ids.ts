import { v7, validate } from 'uuid';

/** A new UUID v7: grows with time, so indexes stay compact. */
export const newId = (): string => v7();

export const isUuid = (text: string): boolean => validate(text);
