import { dye, dyeRow, type HexColor, isDark, usualLuminance } from '../domain/colouring.ts';
import { clamped, type Layers, type Mockup, type PartPrint, prepareMockup } from './compositor.ts';
import { coverage as coverageOf } from './layer-decoding.ts';
import { cropped, emptyRaster, type Raster } from './raster.ts';
import type { DecodedPrint } from './surface-decoding.ts';

/** A template whose product is given its colour when it is composed: `coverage` says where, `usual` is how light it is there. */
export type Cloth = {
  kind: 'cloth';
  layers: Layers;
  /** Of each surface, that of the template's own print area first. */
  prints: readonly [PartPrint, ...PartPrint[]];
  coverage: Raster;
  usual: number;
};

const WHITE: HexColor = '#ffffff';

/** Beside the layers: the masks of further surfaces, in their order, and the file that says where the product is coloured. */
type Masks = { masks: readonly (Raster | null)[]; colourMask: Uint8Array | undefined };

/** One that can be coloured is prepared when it is known in which colour. */
export async function preparedProduct(
  layers: Layers,
  [first, ...others]: readonly [DecodedPrint, ...DecodedPrint[]],
  { masks, colourMask }: Masks,
): Promise<Mockup | Cloth> {
  const prints = [partOf(first, null), ...others.map((one, at) => partOf(one, masks[at] ?? null))] as const;
  if (!colourMask) return prepared(layers, prints);
  const coverage = await coverageOf(colourMask, layers.base);
  const usual = usualLuminance(layers.base.pixels, coverage.pixels);
  return { kind: 'cloth', layers, prints: [...prints], coverage, usual };
}

const partOf = ({ window, canvas: _canvas, ...print }: DecodedPrint, mask: Raster | null): PartPrint => ({
  window,
  print,
  mask,
});

const prepared = (layers: Layers, [{ window, print }, ...others]: Cloth['prints']): Mockup =>
  prepareMockup(layers, window, print, others);

/** Without a colour, the product as its photo shows it. */
export function inColour(product: Mockup | Cloth, colour: HexColor | null): Mockup {
  if (product.kind !== 'cloth') return product;
  return colour === null ? prepared(product.layers, product.prints) : dyed(product, colour);
}

/** A template with its product in one colour. White beneath the ink is as white as cloth is, and only where that is dark. */
function dyed({ layers, prints, coverage, usual }: Cloth, hexColor: HexColor): Mockup {
  const base = dyedRaster(layers.base, coverage, dye(hexColor, usual));
  const onCloth = ({ window, print, mask }: PartPrint): PartPrint => {
    const isUnderbased = print.underbase !== null && isDark(hexColor);
    const white = () => dyedRaster(cropped(layers.base, window), cropped(coverage, window), dye(WHITE, usual));
    return { window, print: { ...print, underbase: isUnderbased ? white() : null }, mask };
  };
  const [first, ...others] = prints;
  return prepared({ ...layers, base }, [onCloth(first), ...others.map(onCloth)]);
}

function dyedRaster(photo: Raster, coverage: Raster, shades: Float32Array): Raster {
  const product = emptyRaster(photo, photo.channels);
  product.pixels.set(photo.pixels);
  dyeRow(clamped(product.pixels), photo.pixels, coverage.pixels, shades);
  return product;
}
