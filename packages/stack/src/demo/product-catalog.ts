import type { ProductType, ProductVariant, Template } from '@estampa/client';
import type { Api } from './api.ts';
import type { DemoTemplate } from './pictures/demo-template.ts';

/** What an admin decides about a kind of product. */
export type ProductBlueprint = {
  slug: string;
  name: string;
  description: string;
  platformFeePercent: number;
  artistRoyaltyPercent: number;
  assets: readonly { key: string; keyLabelPt: string; value: string; labelPt: string }[];
  colors: readonly { value: string; labelPt: string; hexColor: string }[];
  baseCostCents: number;
};

export const T_SHIRT: ProductBlueprint = {
  slug: 'camiseta',
  name: 'Camiseta',
  description: 'Camiseta de algodão (dados de demonstração)',
  platformFeePercent: 12.5,
  artistRoyaltyPercent: 60,
  assets: [
    ...['P', 'M', 'G'].map((value) => ({ key: 'size', keyLabelPt: 'Tamanho', value, labelPt: `Tamanho ${value}` })),
    { key: 'fabric', keyLabelPt: 'Tecido', value: 'algodao', labelPt: 'Algodão' },
  ],
  colors: [
    { value: 'white', labelPt: 'Branca', hexColor: '#F4F2EC' },
    { value: 'navy', labelPt: 'Azul-marinho', hexColor: '#1F2A44' },
  ],
  baseCostCents: 3590,
};

export const MUG: ProductBlueprint = {
  slug: 'caneca',
  name: 'Caneca',
  description: 'Caneca de cerâmica (dados de demonstração)',
  platformFeePercent: 10,
  artistRoyaltyPercent: 50,
  assets: ['325ml', '450ml'].map((value) => ({ key: 'volume', keyLabelPt: 'Volume', value, labelPt: value })),
  colors: [{ value: 'white', labelPt: 'Branca', hexColor: '#FFFFFF' }],
  baseCostCents: 1890,
};

export const POSTER: ProductBlueprint = {
  slug: 'poster-emoldurado',
  name: 'Pôster emoldurado',
  description: 'Pôster em papel fosco com moldura de madeira (dados de demonstração)',
  platformFeePercent: 10,
  artistRoyaltyPercent: 55,
  assets: ['30x40', '50x70'].map((value) => ({ key: 'size', keyLabelPt: 'Tamanho', value, labelPt: `${value} cm` })),
  colors: [{ value: 'white', labelPt: 'Papel branco', hexColor: '#FFFFFF' }],
  baseCostCents: 5490,
};

export const TOTE_BAG: ProductBlueprint = {
  slug: 'ecobag',
  name: 'Ecobag',
  description: 'Sacola de lona de algodão (dados de demonstração)',
  platformFeePercent: 10,
  artistRoyaltyPercent: 55,
  assets: [{ key: 'size', keyLabelPt: 'Tamanho', value: 'unico', labelPt: 'Tamanho único' }],
  colors: [
    { value: 'natural', labelPt: 'Cru', hexColor: '#E8DCC2' },
    { value: 'black', labelPt: 'Preta', hexColor: '#1C1C1E' },
    { value: 'terracotta', labelPt: 'Terracota', hexColor: '#C8553D' },
  ],
  baseCostCents: 2790,
};

export const PHONE_CASE: ProductBlueprint = {
  slug: 'capa-de-celular',
  name: 'Capa de celular',
  description: 'Capa rígida brilhante (dados de demonstração)',
  platformFeePercent: 10,
  artistRoyaltyPercent: 50,
  assets: ['p', 'g'].map((value) => ({
    key: 'size',
    keyLabelPt: 'Tamanho',
    value,
    labelPt: `Tela ${value === 'p' ? 'pequena' : 'grande'}`,
  })),
  colors: [{ value: 'white', labelPt: 'Branca', hexColor: '#FFFFFF' }],
  baseCostCents: 2290,
};

/** The type with its assets, its colour option and every variant. */
export async function createProductType(
  { client }: Api,
  blueprint: ProductBlueprint,
): Promise<ProductType & { variants: ProductVariant[] }> {
  const { assets, colors, baseCostCents, ...fields } = blueprint;
  const type = await client.createProductType({ body: fields });
  const { id } = type;
  await client.createAssets({ id, body: { assets: [...assets] } });
  await client.createOption({
    id,
    body: {
      key: 'color',
      labelPt: 'Cor',
      labelEn: 'Color',
      inputType: 'color_picker',
      displayBehavior: 'filter',
      required: true,
      values: [...colors],
    },
  });
  const costs = { baseCostCents, productionDays: 3, packagingDays: 1 };
  const { variants } = await client.generateProductVariants({ id, body: costs });
  return { ...type, variants };
}

const LAYERS = ['mask', 'outline', 'shadow', 'highlight', 'displacement', 'texture', 'colourMask', 'base'] as const;

/** A template with its layers uploaded, of one colour or of all that its type has; the base makes it active. */
export async function createTemplate(
  { client }: Api,
  productTypeId: string,
  { colourMask, ...layers }: DemoTemplate,
  { displayName, color, printWidthMm }: { displayName: string; color?: string; printWidthMm?: number },
): Promise<Template> {
  const { printArea, sourceImage, surface } = layers;
  const template = { ...layers, ...(color === undefined && colourMask && { colourMask }) };
  const config = {
    printArea,
    sourceImage,
    ...surface,
    ...(template.colourMask && { colourMask: { option: 'color' } }),
    ...(printWidthMm !== undefined && { printWidthMm }),
  };
  const { id } = await client.createTemplate({
    id: productTypeId,
    body: { displayName, assets: {}, options: color === undefined ? null : { color }, config },
  });
  for (const kind of LAYERS) {
    const bytes = template[kind];
    if (!bytes) continue;
    const body = { kind, contentType: 'image/png', sizeBytes: bytes.byteLength } as const;
    const presigned = await client.presignTemplateImage({ id, body });
    await client.upload(presigned, bytes);
    await client.completeTemplateImage({ id, body: { kind, key: presigned.key } });
  }
  return client.getTemplate({ id });
}
