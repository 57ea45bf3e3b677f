import sharp from 'sharp';
import { printWindow } from '../domain/composition-plan.ts';
import type { Rectangle, Size } from '../domain/geometry.ts';
import { OPAQUE } from '../domain/blending.ts';
import { isPlain } from '../domain/ink.ts';
import { isFlat, layOut, type SurfaceScene } from '../domain/surface-layout.ts';
import { compileSurface, type Relief } from '../domain/surface-map.ts';
import type { Print } from './compositor.ts';
import { DECODING } from './decoding.ts';
import type { LayerFiles } from './layer-decoding.ts';
import { cropped, emptyRaster, type Raster, toRaster } from './raster.ts';
import { uprightInSrgb } from './srgb.ts';

/** How artworks show on a template, where, and for which flat image they are planned; null when none of them is seen. */
export type DecodedPrint = Print & { window: Rectangle; canvas: Size | null };

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

type PrintFiles = Pick<LayerFiles, 'displacement' | 'texture'>;

/** Compiles a template's surface for one size of output, and decodes what else changes its prints. */
export async function decodePrint(scene: SurfaceScene, files: PrintFiles): Promise<DecodedPrint> {
  const print = await compiled(scene, files.displacement);
  const texture = files.texture ? await textureOf(files.texture, scene.output, print.window) : null;
  const isUnderbased = scene.surface.underbase && print.ink !== null;
  return { ...print, texture, underbase: isUnderbased ? whiteOf(print.window) : null };
}

/** White beneath ink, on a product of which nothing else is known. */
function whiteOf(window: Rectangle): Raster {
  const white = emptyRaster(window, 4);
  white.pixels.fill(OPAQUE);
  return white;
}

type Compiled = Omit<DecodedPrint, 'texture' | 'underbase'>;

async function compiled(scene: SurfaceScene, relief: Uint8Array | undefined): Promise<Compiled> {
  const { surface, inkArea, sourceImage, output } = scene;
  const ink = isPlain(surface) ? null : { blend: surface.blend, inkOpacity: surface.inkOpacity };
  if (isFlat(surface)) {
    const window = printWindow(inkArea, sourceImage, output);
    return { ink, surface: null, window: window ?? NOWHERE, canvas: window && output };
  }
  const layout = layOut(scene);
  if (!layout) return { ink, surface: null, window: NOWHERE, canvas: null };
  const { displacement } = surface;
  const levels = displacement && relief ? await reliefOf(relief, scene, displacement.blurPx) : null;
  const { window, canvas } = layout;
  return { ink, surface: compileSurface(scene, layout, levels), window, canvas };
}

/** Less than sharp can blur by. */
const BLUR_MIN_PX = 0.3;

/** Grey levels as the file has them: they are lengths, not light, so no profile is applied. */
async function reliefOf(file: Uint8Array, { sourceImage, output }: SurfaceScene, blurPx: number): Promise<Relief> {
  const { width, height } = output;
  const sigma = blurPx * (width / sourceImage.width);
  const grey = sharp(file, DECODING).autoOrient().removeAlpha().toColourspace('b-w');
  const scaled = grey.resize(width, height, { fit: 'fill' });
  const { pixels } = await toRaster(sigma < BLUR_MIN_PX ? scaled : scaled.blur(sigma));
  return { area: { x: 0, y: 0, width, height }, levels: pixels };
}

/** The part of it that prints can touch; where it is transparent it changes nothing, as if it were white. */
async function textureOf(file: Uint8Array, { width, height }: Size, window: Rectangle): Promise<Raster | null> {
  if (window.width === 0 || window.height === 0) return null;
  const colour = await uprightInSrgb(file, { width, height, fit: 'fill' });
  return cropped(await toRaster(colour.flatten({ background: '#ffffff' }).removeAlpha()), window);
}
