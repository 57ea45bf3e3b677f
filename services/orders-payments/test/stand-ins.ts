import {
  type QuotedItem,
  type QuotedSurface,
  type QuoteItem,
  SellerProductServiceService,
} from '@estampa/contracts/catalog/v1/seller_product';
import { FulfillmentServiceService } from '@estampa/contracts/fulfillment/v1/fulfillment';
import { OrderEmailServiceService, type PostOrderEmailRequest } from '@estampa/contracts/identity/v1/order_email';
import { UserServiceService } from '@estampa/contracts/identity/v1/user';
import { LedgerServiceService, type PostedSum } from '@estampa/contracts/payouts/v1/ledger';
import { StorefrontServiceService, type SurfacePrint } from '@estampa/contracts/storefront/v1/storefront';
import { DomainError } from '@estampa/kernel/errors';
import { toServiceError } from '@estampa/kit/rpc/errors';
import { type handleUnaryCall, Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js';

export const VALID_CPF = '52998224725';

/** The responses of the other services, which tests change. */
export const responses = {
  buyerName: 'Compradora Demo',
  documentNumber: VALID_CPF as string | undefined,
  unitPriceCents: 7_990,
  shippingPriceCents: 2_190,
  isDescribed: true,
  /** Of every product, as the catalog quotes them; the print of the first one is `PRINT`. */
  surfaces: [] as QuotedSurface[],
  otherPrints: [] as SurfacePrint[],
  rejection: null as DomainError | null,
  /** What buyers are told, as often as it was posted. */
  emails: [] as PostOrderEmailRequest[],
  /** The next so many e-mails are taken without a response. */
  lostEmailResponses: 0,
  /** Of the orders that a test names. */
  postedSums: new Map<string, PostedSum>(),
  /** Pauses the next requests for prices; resolves, once that many have come, to the function that responds to them. */
  pauseQuotes: (count: number): Promise<() => void> =>
    new Promise((caught) => {
      let [response, left] = [(): void => {}, count];
      const isLetGo = new Promise<void>((resolve) => (response = resolve));
      paused = () => {
        left -= 1;
        if (left === 0) {
          paused = null;
          caught(response);
        }
        return isLetGo;
      };
    }),
};
let paused: (() => Promise<void>) | null = null;

/** Identity, catalog, storefront and fulfillment-shipping as far as checkout calls them, at one address. */
export async function startStandIns(): Promise<{ address: string } & AsyncDisposable> {
  const server = new Server();
  server.addService(...only(UserServiceService, { getBuyer }));
  server.addService(...only(OrderEmailServiceService, { postOrderEmail }));
  server.addService(...only(SellerProductServiceService, { quoteItems }));
  server.addService(...only(StorefrontServiceService, { describeProducts }));
  server.addService(...only(FulfillmentServiceService, { quoteShipping }));
  server.addService(...only(LedgerServiceService, { getPostedSums }));
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return {
    address: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.forceShutdown();
    },
  };
}

const getBuyer: Response = ({ userId }) => ({
  buyer: {
    userId,
    name: responses.buyerName,
    email: `${userId}@demo.example`,
    whatsapp: '+5511987654321',
    documentType: responses.documentNumber && 'cpf',
    documentNumber: responses.documentNumber,
  },
});

const postOrderEmail: Response = (email: PostOrderEmailRequest) => {
  responses.emails.push(email);
  if (responses.lostEmailResponses === 0) return {};
  responses.lostEmailResponses -= 1;
  throw new DomainError('busy', 'busy', 'The response was lost');
};

const getPostedSums: Response = ({ orderIds }: { orderIds: string[] }) => ({
  sums: orderIds.flatMap((orderId) => responses.postedSums.get(orderId) ?? []),
});

const quoteItems: Response = async ({ items }) => {
  await paused?.();
  if (responses.rejection) throw responses.rejection;
  return { items: items.map(quote) };
};

/** One shipping method only, priced by weight and value of the goods. */
const quoteShipping: Response = ({ cep, goods }) => ({
  quotes:
    cep === '01310-100' && goods.length === 1 && goods[0].unitPriceCents === responses.unitPriceCents
      ? [
          {
            shippingMethodId: 'melhorenvio-2',
            carrier: 'Correios',
            service: 'SEDEX',
            serviceCode: '2',
            priceCents: responses.shippingPriceCents,
            deliveryDays: 2,
            signedMethodId: 'signed-anew',
          },
        ]
      : [],
});

/** The print input of every line. */
export const PRINT = {
  artworkId: '01900000-0000-7000-8000-0000000000a4',
  artworkVersion: 2,
  templateId: 'front',
  x: 10.5,
  y: -3,
  scale: 0.25,
  rotation: 90,
  printArea: { bounds: { x: 4, y: 1, width: 200, height: 300 }, widthMm: 280, bleedMm: 3 },
  fallback: true,
};

const describeProducts: Response = ({ sellerProductIds, lines }) => ({
  prints: lines.map(() => ({ print: PRINT, others: responses.otherPrints })),
  products: (responses.isDescribed ? sellerProductIds : []).map((sellerProductId: string) => ({
    sellerProductId,
    title: 'Camiseta de demonstração',
    imageKey: 'public/demo.webp',
    sellerName: 'Loja Demo',
    sellerSlug: 'loja-demo',
  })),
});

// oxlint-disable-next-line no-explicit-any -- one shape for the few methods of three services
type Response = (request: any) => any;

const quote = (item: QuoteItem): QuotedItem => ({
  sellerProductId: item.sellerProductId,
  sellerProductVariantId: item.sellerProductVariantId,
  productVariantId: '01900000-0000-7000-8000-0000000000a1',
  productTypeId: '01900000-0000-7000-8000-0000000000a2',
  productTypeName: 'Camiseta',
  sellerProfileId: '01900000-0000-7000-8000-0000000000a3',
  artworkId: '01900000-0000-7000-8000-0000000000a4',
  title: 'Camiseta de demonstração',
  unitPriceCents: responses.unitPriceCents,
  baseCostCents: 3_500,
  platformFeeBasisPoints: 1_000,
  artistRoyaltyBasisPoints: 5_000,
  variantAssets: { size: 'M' },
  selectedOptions: item.selectedOptions,
  optionLabel: 'Médio',
  productionDays: 3,
  packagingDays: 1,
  surfaces: responses.surfaces,
});

/** A service with only these methods; calls of others fail as unimplemented. */
function only(
  definition: object,
  methods: Record<string, Response>,
): [ServiceDefinition, Record<string, handleUnaryCall<unknown, unknown>>] {
  const handlers = Object.entries(methods).map(([name, response]): [string, handleUnaryCall<unknown, unknown>] => [
    name,
    async ({ request }, callback) => {
      try {
        callback(null, await response(request));
      } catch (error) {
        callback(toServiceError(error as DomainError));
      }
    },
  ]);
  return [definition as ServiceDefinition, Object.fromEntries(handlers)];
}
