import type { Artwork, GalleryImage } from './product-state.ts';
import { madeAt, type TemplateRender } from './sku-renders.ts';

/** Primary gallery image, first gallery image, latest render, artwork preview. */
export function thumbnailKey(
  images: readonly GalleryImage[],
  renders: readonly TemplateRender[],
  artwork: Artwork,
): string {
  const ordered = images.toSorted((one, other) => one.position - other.position);
  const image = ordered.find(({ isPrimary }) => isPrimary) ?? ordered[0];
  return image?.imageKey ?? latest(renders)?.render.imageKey ?? artwork.previewKey;
}

const latest = (renders: readonly TemplateRender[]): TemplateRender | undefined =>
  renders.reduce<TemplateRender | undefined>(
    (best, one) => (best && madeAt(best.render) >= madeAt(one.render) ? best : one),
    undefined,
  );
