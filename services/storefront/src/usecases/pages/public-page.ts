import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { PageName } from '../../domain/page-names.ts';
import type { PageText } from '../../domain/pages.ts';
import { withAddresses } from '../../domain/image-address.ts';
import { type Hole, holesIn } from '../../domain/viewer-parts.ts';

/** A ready JSON body with what it depends on and what it leaves to its viewers. */
export type PublicPage = { json: Buffer; etag: string; names: PageName[]; holes: Hole[] };

/** A page as it goes out: its names are those of all that may change it. */
export function publicPage(
  { cdnUrl }: Context,
  { text, viewerQueries }: PageText,
  names: readonly PageName[],
): PublicPage {
  const json = Buffer.from(withAddresses(text, cdnUrl));
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`;
  return { json, etag, names: [...new Set(names)], holes: holesIn(json, viewerQueries) };
}
