/** A part of a text as LIKE takes it, with what LIKE reads as signs taken as what it is. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
