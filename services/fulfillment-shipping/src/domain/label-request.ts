export type Address = {
  cep: string;
  street: string;
  number: string;
  complement?: string | null | undefined;
  neighborhood: string;
  city: string;
  state: string;
  country: string;
};

/** Whom a parcel comes from or goes to, with the CPF or CNPJ that a label must carry. */
export type Party = Address & { name: string; email: string; phone?: string | null | undefined; document: string };

/** `stateRegister`: needed where goods go with invoices. */
export type Sender = Party & { stateRegister?: string | null | undefined };

export type Recipient = Omit<Party, 'document'>;

/** What goes with the goods: a declaration of their contents, or the invoice (NF-e) of each order. */
export const FISCAL_MODES = ['declaration', 'invoice'] as const;
export type FiscalMode = (typeof FISCAL_MODES)[number];

/** What a label says of its buyer; fetched when one is made, never stored. */
export type WhoBuys = {
  recipient: Recipient;
  document: { type?: string | undefined; number?: string | undefined };
  serviceCode: string | null;
  /** Of the order's NF-e, where one was issued. */
  invoiceKey: string | null;
};

export type Product = { name: string; quantity: number; unitPriceCents: number };

/** The size of a parcel: one item fills the base, each further one makes it higher. */
export type ParcelSize = {
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  heightPerItemCm: number;
  weightKg: number;
  weightPerItemKg: number;
};

export type Volume = { lengthCm: number; widthCm: number; heightCm: number; weightKg: number };

export type LabelRequest = {
  /** Found again by the first, which is the shipment's own id, when a response was lost; the others help people. */
  tags: readonly string[];
  from: Sender;
  to: Party;
  products: readonly Product[];
  volume: Volume;
  /** What the buyer chose it to be sent by, as the order says; null: whatever is usual. */
  serviceCode: string | null;
  /** Null: the goods go with a declaration of contents. */
  invoiceKey: string | null;
};

/** Something a label needs is missing: said in the shipment's error, tried again later. */
export class LabelImpossible extends Error {}

type Input = {
  tags: readonly string[];
  sender: Sender;
  fiscalMode: FiscalMode;
  items: readonly Product[];
  size: ParcelSize;
} & WhoBuys;

export function labelRequest(input: Input): LabelRequest {
  const { tags, sender, recipient, document, serviceCode, items, size, fiscalMode } = input;
  if (recipient.country !== 'BR') throw new LabelImpossible('Labels are made for addresses in Brazil only');
  if (!document.number || (document.type !== 'cpf' && document.type !== 'cnpj')) {
    throw new LabelImpossible('A label needs a CPF or CNPJ of the buyer');
  }
  const invoiceKey = fiscalMode === 'invoice' ? input.invoiceKey : null;
  if (fiscalMode === 'invoice' && !invoiceKey) throw new LabelImpossible('A label needs the key of the invoice (NF-e)');
  const to = { ...recipient, document: document.number };
  return { tags, from: sender, to, products: items, volume: volumeOf(items, size), serviceCode, invoiceKey };
}

export function volumeOf(items: readonly Pick<Product, 'quantity'>[], size: ParcelSize): Volume {
  const further = items.reduce((count, { quantity }) => count + quantity, 0) - 1;
  const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
  return {
    lengthCm: size.lengthCm,
    widthCm: size.widthCm,
    heightCm: rounded(size.heightCm + further * size.heightPerItemCm),
    weightKg: rounded(size.weightKg + further * size.weightPerItemKg),
  };
}
