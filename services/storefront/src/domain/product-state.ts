/**
 * The states that a store's pages are derived from: the parts of other services' messages that matter here. The messages satisfy
 * these types as they are.
 */
export type ProductState = {
  product: Product;
  type: TypeState;
  artwork: Artwork;
  templates: readonly Template[];
  renders: readonly Render[];
  images: readonly GalleryImage[];
  /** Null while the store is not known yet. */
  store: StoreNames | null;
};

export type StoreNames = { storeName: string; artistName: string };

export type Product = {
  id: string;
  sellerProfileId: string;
  productTypeId: string;
  artworkId: string;
  /** The first one shows its artwork; none in states of previous versions. */
  surfaces?: readonly { surface: string; artworkId: string; textLayer?: object | undefined }[] | undefined;
  title: string;
  slug?: string | undefined;
  description?: string | undefined;
  status: string;
  variants: readonly ProductVariant[];
  createdAt?: Date | undefined;
};

export type AllowedOptions = Readonly<Record<string, { values: readonly string[] }>>;

export type ProductVariant = {
  id: string;
  productVariantId: string;
  priceCents: number;
  /** Empty means all options of the product type. */
  allowedOptions: AllowedOptions;
  isActive: boolean;
};

export type TypeState = {
  /** None of its surfaces in states of previous versions. */
  type: { id: string; slug: string; name: string; surfaces?: readonly SurfaceName[] | undefined };
  assets: readonly Asset[];
  options: readonly Option[];
  /** By id; only those that the products name, as a type may have thousands. */
  variants: ReadonlyMap<string, CatalogVariant>;
};

export type SurfaceName = { key: string; name: string };

export type Asset = {
  key: string;
  keyLabelPt?: string | undefined;
  value: string;
  labelPt: string;
  isActive: boolean;
};

export type Option = {
  key: string;
  labelPt: string;
  inputType: string;
  displayBehavior: string;
  required: boolean;
  isActive: boolean;
  values: readonly { value: string; labelPt: string; hexColor?: string | undefined; isActive: boolean }[];
};

export type Choice = Readonly<Record<string, string>>;

export type CatalogVariant = { assets: Choice; isActive: boolean };

export type Template = {
  id: string;
  productTypeId: string;
  assets: Choice;
  options?: { values: Choice } | undefined;
  isActive: boolean;
  printArea?: Size | undefined;
  sourceImage?: Size | undefined;
  /** Key of the surface that it shows; the first one of its type if absent. */
  surface?: string | undefined;
  /** The further ones that it shows; none in states of previous versions. */
  areas?: readonly { surface: string; printArea?: Size | undefined }[] | undefined;
  createdAt?: Date | undefined;
};

export type Size = { width: number; height: number };

export type Artwork = { id: string; title: string; previewKey: string; dominantColor: string; tags: readonly string[] };

export type Render = {
  artworkId: string;
  templateId: string;
  imageKey: string;
  /** One in each colour of an option, where the template colours its product. */
  colours?: readonly { imageKey: string; options?: { values: Choice } | undefined }[] | undefined;
  status: string;
  placement?: object | undefined;
  /** As it was when the render was made; for older renders, which did not record it, the template's. */
  printArea?: { bounds?: Size | undefined; widthMm?: number | undefined; bleedMm?: number | undefined } | undefined;
  /** What it shows on further surfaces of its template. */
  others?: readonly ShownPrint[] | undefined;
  createdAt?: Date | undefined;
};

export type ShownPrint = {
  surface: string;
  artworkId: string;
  placement?: object | undefined;
  printArea?: Render['printArea'];
};

export type GalleryImage = { imageKey: string; altText?: string | undefined; isPrimary: boolean; position: number };
