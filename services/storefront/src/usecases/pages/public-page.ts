import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { PageName } from '../../domain/page-names.ts';
import type { PageText } from '../../domain/pages.ts';
import { withAddresses } from '../../domain/image-address.ts';
import { type Hole, holesIn } from '../../domain/viewer-parts.ts';

/** A serialised JSON body, with the names it depends on, those of its related products, and the viewer states it leaves open. */
export type PublicPage = { json: Buffer; etag: string; names: PageName[]; relatedNames: PageName[]; holes: Hole[] };

/** Serialises a page for the gateway; `names` are those of all parts that may change it. */
export function publicPage(
  { cdnUrl }: Context,
  { text, viewerQueries }: PageText,
  names: readonly PageName[],
  relatedNames: readonly PageName[] = [],
): PublicPage {
  const json = Buffer.from(withAddresses(text, cdnUrl));
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`;
  const [own, related] = [new Set(names), new Set(relatedNames)];
  return { json, etag, names: [...own], relatedNames: [...related], holes: holesIn(json, viewerQueries) };
}
