/** A slug or an id. Any other text cannot match, so it saves the query. */
export const canBeName = (text: string): boolean => /^[a-z0-9-]{1,100}$/i.test(text);
