import { createHash } from 'node:crypto';
import type { Page } from '../adapters/page-cache.ts';
import type { Context } from '../context.ts';
import { withAddresses } from '../domain/picture-address.ts';

/** The person who looks, or null: a visitor, or a service that asks for nobody. */
export const viewerOf = ({ caller }: Pick<Context, 'caller'>): string | null =>
  caller && !caller.roles.includes('service') ? caller.userId : null;

/** A page as JSON bytes. Visitors share one copy; what a signed-in person sees is their own. */
export function publicPage(
  context: Context,
  key: readonly unknown[],
  build: (viewer: string | null) => Promise<string>,
): Promise<Page> {
  const viewer = viewerOf(context);
  const made = async () => toPage(withAddresses(await build(viewer), context.cdnUrl));
  return viewer === null ? context.pages.read(JSON.stringify(key), made) : made();
}

function toPage(text: string): Page {
  const json = Buffer.from(text);
  return { json, etag: `"${createHash('sha256').update(json).digest('base64url')}"` };
}
