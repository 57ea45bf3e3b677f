/** A slug or an id. Anything else names nothing, and is not worth a look into the database. */
export const canBeName = (text: string): boolean => /^[a-z0-9-]{1,100}$/i.test(text);
