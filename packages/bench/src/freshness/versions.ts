import type { Response } from '../load/connection.ts';

const TITLE = Buffer.from('"title":"');
const QUOTE = '"';
const VERSIONED = /^Version (\d+)$/;
/** Of a title that nobody has written yet. */
const UNWRITTEN = 0;

/** A title that says which write it is of. */
export const titleOf = (version: number): string => `Version ${version}`;

const versionOf = (title: string): number => Number(VERSIONED.exec(title)?.[1] ?? UNWRITTEN);

/** Of a product's own title, which is the first on its page. */
export function versionOnPage({ body }: Pick<Response, 'body'>): number {
  const at = body.indexOf(TITLE) + TITLE.byteLength;
  if (at < TITLE.byteLength) throw new Error('a page without a title');
  return versionOf(body.toString('latin1', at, body.indexOf(QUOTE, at)));
}

/** Of each product on a list, by id. */
export function versionsOnList({ body }: Pick<Response, 'body'>): Map<string, number> {
  const { products } = JSON.parse(body.toString()) as { products: { id: string; title: string }[] };
  return new Map(products.map(({ id, title }) => [id, versionOf(title)]));
}
