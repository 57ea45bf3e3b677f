import type { Peers } from '@estampa/orders-payments/context';
import { Metadata, status } from '@grpc/grpc-js';
import type { SimProcess } from '../environment/sim-process.ts';
import type { Random } from '@estampa/stack/random';

const FAULT_SHARE = 0.03;
const LATENCY_MS = 20;
/** Two of them and `SHIPPING_CENTS` come to the total that orders-payments' money model has. */
export const UNIT_PRICE_CENTS = 4_250;
export const SHIPPING_CENTS = 1_500;

type Faulty = { hasFaults: boolean };

/** The services that a checkout queries, as far as it queries them: late now and then, or not to be reached. */
export function peersOf(process: SimProcess, random: Random, faulty: Faulty): Peers {
  const peer =
    <Request, Response>(name: string, respond: (request: Request) => Response) =>
    (request: Request): Promise<Response> =>
      new Promise((resolve, reject) => {
        const isAway = faulty.hasFaults && random.chance(FAULT_SHARE);
        const settle = () => (isAway ? reject(unavailable()) : resolve(respond(request)));
        process.scheduler.schedule(random.between(1, LATENCY_MS), process, `${process.name} ${name}`, settle);
      });
  return {
    users: { getBuyer: peer('getBuyer', buyerOf) },
    sellerProducts: {
      quoteItems: peer('quoteItems', ({ items }: { items: Line[] }) => ({ items: items.map(quote) })),
    },
    storefront: {
      describeProducts: peer('describeProducts', ({ sellerProductIds, lines }: Described) => ({
        prints: lines.map(() => ({ print: PRINT, others: [] })),
        products: sellerProductIds.map((sellerProductId) => ({ sellerProductId, ...DESCRIPTION })),
      })),
    },
    fulfillment: {},
  } as unknown as Peers;
}

const unavailable = (): Error =>
  Object.assign(new Error('no connection'), {
    code: status.UNAVAILABLE,
    details: 'no connection',
    metadata: new Metadata(),
  });

type Line = { sellerProductId: string; sellerProductVariantId: string; selectedOptions: Record<string, string> };
type Described = { sellerProductIds: string[]; lines: unknown[] };

const buyerOf = ({ userId }: { userId: string }) => ({
  buyer: {
    userId,
    name: 'A Buyer',
    email: 'buyer@demo.example',
    whatsapp: '+5511987654321',
    documentType: 'cpf',
    documentNumber: '52998224725',
  },
});

const id = (last: string): string => `01900000-0000-7000-8000-0000000000${last}`;
/** A product says its seller, so that one order can have several. */
export const sellerOf = (sellerProductId: string): string => id(`e${Number.parseInt(sellerProductId.at(-1)!, 16) % 2}`);
export const SELLERS: readonly string[] = [id('e0'), id('e1')];

const DESCRIPTION = { title: 'A shirt', imageKey: 'public/demo.webp', sellerName: 'A store', sellerSlug: 'a-store' };
const PRINT = {
  artworkId: id('a4'),
  artworkVersion: 2,
  templateId: 'front',
  x: 10.5,
  y: -3,
  scale: 0.25,
  rotation: 90,
  printArea: { bounds: { x: 4, y: 1, width: 200, height: 300 }, widthMm: 280 },
  fallback: false,
};

const quote = ({ sellerProductId, sellerProductVariantId, selectedOptions }: Line) => ({
  sellerProductId,
  sellerProductVariantId,
  productVariantId: id('a1'),
  productTypeId: id('a2'),
  productTypeName: 'Shirt',
  sellerProfileId: sellerOf(sellerProductId),
  artworkId: id('a4'),
  title: 'A shirt',
  unitPriceCents: UNIT_PRICE_CENTS,
  baseCostCents: 2_000,
  platformFeeBasisPoints: 1_000,
  artistRoyaltyBasisPoints: 5_000,
  variantAssets: { size: 'M' },
  selectedOptions,
  optionLabel: 'M',
  productionDays: 3,
  packagingDays: 1,
  surfaces: [],
});
