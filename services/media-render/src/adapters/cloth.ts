import { dye, dyeRow, type HexColor, isDark, usualLuminance } from '../domain/colouring.ts';
import type { Rectangle } from '../domain/geometry.ts';
import { clamped, type Layers, type Mockup, prepareMockup, type Print } from './compositor.ts';
import { coverage as coverageOf } from './layer-decoding.ts';
import { cropped, emptyRaster, type Raster } from './raster.ts';
import type { DecodedPrint } from './surface-decoding.ts';

/** A template whose product is given its colour when it is composed: `coverage` says where, `usual` is how light it is there. */
export type Cloth = {
  kind: 'cloth';
  layers: Layers;
  window: Rectangle;
  print: Print;
  coverage: Raster;
  usual: number;
};

const WHITE: HexColor = '#ffffff';

/** One that can be coloured is prepared when it is known in which colour. */
export async function preparedProduct(
  layers: Layers,
  { window, canvas: _canvas, ...print }: DecodedPrint,
  colourMask: Uint8Array | undefined,
): Promise<Mockup | Cloth> {
  if (!colourMask) return prepareMockup(layers, window, print);
  const coverage = await coverageOf(colourMask, layers.base);
  const usual = usualLuminance(layers.base.pixels, coverage.pixels);
  return { kind: 'cloth', layers, window, print, coverage, usual };
}

/** Without a colour, the product as its photo shows it. */
export function inColour(product: Mockup | Cloth, colour: HexColor | null): Mockup {
  if (product.kind !== 'cloth') return product;
  return colour === null ? prepareMockup(product.layers, product.window, product.print) : dyed(product, colour);
}

/** A template with its product in one colour. White beneath the ink is as white as cloth is, and only where that is dark. */
function dyed({ layers, window, print, coverage, usual }: Cloth, hexColor: HexColor): Mockup {
  const base = dyedRaster(layers.base, coverage, dye(hexColor, usual));
  const isUnderbased = print.underbase !== null && isDark(hexColor);
  const white = () => dyedRaster(cropped(layers.base, window), cropped(coverage, window), dye(WHITE, usual));
  return prepareMockup({ ...layers, base }, window, { ...print, underbase: isUnderbased ? white() : null });
}

function dyedRaster(photo: Raster, coverage: Raster, shades: Float32Array): Raster {
  const product = emptyRaster(photo, photo.channels);
  product.pixels.set(photo.pixels);
  dyeRow(clamped(product.pixels), photo.pixels, coverage.pixels, shades);
  return product;
}
