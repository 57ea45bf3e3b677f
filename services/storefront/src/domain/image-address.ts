declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}

/**
 * A slash that is escaped right after the opening quote: valid JSON, and nothing that JSON.stringify writes of any text, whose
 * slashes stay bare and whose backslashes are doubled. So only a key can stand there.
 */
const KEY_START = String.raw`"\/`;

/** An object key on a page that is kept: written so that its address can be put in when the page goes out. */
export const imageAddress = (key: string): object => JSON.rawJSON(KEY_START + JSON.stringify(key).slice(1));

/** The page as it goes out. */
export const withAddresses = (page: string, cdnUrl: string): string =>
  page.replaceAll(KEY_START, () => `${JSON.stringify(cdnUrl).slice(0, -1)}/`);
