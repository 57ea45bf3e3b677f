import type { RenderChanged } from '@estampa/contracts/media/v1/events';
import { consumers as catalogConsumers } from '@estampa/catalog/consumers/consumers';
import type { Dependencies as CatalogDependencies } from '@estampa/catalog/context';
import { entities as catalogEntities } from '@estampa/catalog/db/entities';
import { FORGOTTEN_IMPORTS } from '@estampa/catalog/db/template-import-repository';
import { migrations as catalogMigrations } from '@estampa/catalog/db/migrations';
import { jobs as catalogJobs } from '@estampa/catalog/jobs';
import { services as catalogServices } from '@estampa/catalog/rpc/services';
import { FORGOTTEN_IMAGES } from '@estampa/catalog/db/completed-template-image-repository';
import type { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { DescribeProductsRequest } from '@estampa/contracts/storefront/v1/storefront';
import { consumers as mediaConsumers } from '@estampa/media-render/consumers/consumers';
import type { Dependencies as MediaDependencies } from '@estampa/media-render/context';
import { entities as mediaEntities } from '@estampa/media-render/db/entities';
import { migrations as mediaMigrations } from '@estampa/media-render/db/migrations';
import { Slots } from '@estampa/media-render/adapters/slots';
import { jobs as mediaJobs } from '@estampa/media-render/jobs';
import { prune as mediaPrune } from '@estampa/media-render/prune';
import { services as mediaServices } from '@estampa/media-render/rpc/services';
import type { Peers } from '@estampa/orders-payments/context';
import type { Random } from '@estampa/stack/random';
import type { Broker } from '../kafka/broker.ts';
import { peersOf } from '../history/peers.ts';
import type { Service } from '../history/replica.ts';
import { type Databases, ordersPayments, peerClient } from '../history/services.ts';
import type { Services, World } from '../history/world.ts';
import type { Database } from '../postgres/database.ts';
import type { Bucket } from './bucket.ts';
import { bucketStore } from './bucket-store.ts';
import type { Quotes } from './fees.ts';
import { wordStudio } from './studio.ts';

/** As media-render's configuration has it. */
const DISCARD_EVERY_MS = 60_000;
const ORIGINAL_BYTES_MAX = 1024 * 1024;
/** No history has photos. */
const DOORWAY = { bytesMax: 1, perOwnerMax: 1, waitingMax: 1, waitingPerOwnerMax: 1, waitMaxMs: 1 };

/** All that an artwork passes through until it is printed. */
export const shopServices =
  (databases: Databases, bucketOf: (world: World) => Bucket, quotes: Quotes) =>
  (world: World, random: Random): Services => ({
    catalog: catalog(databases.catalog, world.callFor),
    'media-render': mediaRender(databases.media, bucketOf(world), random.fork()),
    'orders-payments': ordersPayments(databases.orders, world.book, random.fork(), (process, ofPeers, book) => ({
      ...peersOf(process, ofPeers, book),
      sellerProducts: peerClient<Peers['sellerProducts']>('orders-payments', ['quoteItems'], (request) =>
        quotes.noted(world.scheduler, () => world.callFor(process, 'catalog', request)),
      ),
      storefront: storefrontOf(world.broker),
    })),
  });

const catalog = (database: Database, callFor: World['callFor']): Service<CatalogDependencies> => ({
  name: 'catalog',
  database,
  entities: catalogEntities,
  migrations: catalogMigrations,
  dependencies(process) {
    const mediaClient = <C>(...names: (keyof C & string)[]): C =>
      peerClient<C>('catalog', names, (request) => callFor(process, 'media-render', request));
    return {
      artworks: mediaClient<CatalogDependencies['artworks']>('getArtwork', 'holdArtwork'),
      renders: mediaClient<CatalogDependencies['renders']>('listRenders'),
      templateImages: mediaClient<CatalogDependencies['templateImages']>(
        'presignTemplateImages',
        'completeTemplateImages',
      ),
      sellerProfiles: {
        publishStore: () => Promise.resolve({}),
        getSellerProfile: ({ id }: { id: string }) => Promise.resolve({ profile: { id } }),
      } as unknown as CatalogDependencies['sellerProfiles'],
    };
  },
  services: catalogServices,
  consumers: catalogConsumers,
  jobs: catalogJobs,
  prune: [FORGOTTEN_IMAGES, FORGOTTEN_IMPORTS],
});

const mediaRender = (database: Database, bucket: Bucket, random: Random): Service<MediaDependencies> => ({
  name: 'media-render',
  database,
  entities: mediaEntities,
  migrations: mediaMigrations,
  dependencies(process) {
    const store = bucketStore(bucket, process, random);
    const studio = wordStudio({ bucket, store, process, random });
    return { store, studio, visitorStudio: studio, originalBytesMax: ORIGINAL_BYTES_MAX, doorway: new Slots(DOORWAY) };
  },
  services: mediaServices,
  consumers: mediaConsumers,
  jobs: mediaJobs(DISCARD_EVERY_MS),
  prune: mediaPrune,
});

/** The storefront shows what was published last. */
const storefrontOf = (broker: Broker): Peers['storefront'] =>
  ({
    async describeProducts({ sellerProductIds, lines }: DescribeProductsRequest) {
      const shown = (id: string) => {
        const product = lastOf(broker, 'catalog.v1', (key) => key === `seller_product:${id}`) as
          | SellerProductChanged
          | undefined;
        const artworkId = product?.sellerProduct?.artworkId;
        const changed = lastOf(broker, 'media.v1', (key) => key.startsWith(`render:${artworkId}/`));
        return (changed as RenderChanged | undefined)?.render;
      };
      return {
        products: sellerProductIds.map((sellerProductId) => ({
          sellerProductId,
          title: 'A shirt',
          imageKey: shown(sellerProductId)?.imageKey || undefined,
          sellerName: 'A store',
          sellerSlug: 'a-store',
        })),
        prints: lines.map(({ sellerProductId }) => ({ print: printOf(shown(sellerProductId)), others: [] })),
      };
    },
  }) as unknown as Peers['storefront'];

function printOf(render: RenderChanged['render']) {
  if (!render?.imageKey || !render.placement) return undefined;
  const { artworkId, artworkVersion, templateId, printArea } = render;
  const { x, y, scale, rotation } = render.placement;
  return { artworkId, artworkVersion, templateId, x, y, scale, rotation, printArea, fallback: false };
}

function lastOf(broker: Broker, topic: string, isOf: (key: string) => boolean): unknown {
  const last = broker.recordsOf(topic).findLast(({ key }) => isOf(key!.toString()));
  return last && JSON.parse(last.value!.toString());
}
