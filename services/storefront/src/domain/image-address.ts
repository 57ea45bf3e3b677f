declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}

/**
 * An escaped slash right after the opening quote: valid JSON, but never written by JSON.stringify, which leaves slashes bare and
 * doubles backslashes. So it marks a key.
 */
const KEY_START = String.raw`"\/`;

/** An object key on a stored page, marked so that `withAddresses` can replace it. */
export const imageAddress = (key: string): object => JSON.rawJSON(KEY_START + JSON.stringify(key).slice(1));

/** The page with complete image addresses. */
export function withAddresses(page: string, cdnUrl: string): string {
  const start = `${JSON.stringify(cdnUrl).slice(0, -1)}/`;
  return page.replaceAll(KEY_START, () => start);
}
