import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { LOCAL } from '../paths.ts';
import type { StackFile } from '../stack-file.ts';
import type { Order, SellerProduct } from '@estampa/client';
import { Api, download } from './api.ts';
import { inviteSeller, signIn, signUpCustomer, signUpSeller } from './people.ts';
import { demoArtwork, demoTemplate } from './images.ts';
import { createProductType, createTemplate, T_SHIRT } from './product-catalog.ts';
import {
  checkOut,
  DEMO_ORDER,
  labelledOrder,
  moveParcel,
  paidOrder,
  payOnHostedPage,
  releasableEarnings,
} from './purchase.ts';
import { buyShowcase } from './showcase.ts';
import { centred, createProduct, previewPlacement, publish, render, uploadArtwork } from './studio.ts';

const IMAGES = join(LOCAL, 'demo');
const PASSWORD = 'estampa-demo-1';
const EDITS = 50;

type DemoStack = Pick<StackFile, 'gatewayUrl' | 'sandboxUrl' | 'logins'>;

type Narrate = <T>(label: string, run: () => Promise<T>, outcome?: (value: T) => string) => Promise<T>;

/** Runs the journey from an invitation to a paid artist through the public API, and times each step. */
export async function runDemo(stack: DemoStack): Promise<void> {
  const api = new Api(stack.gatewayUrl);
  const run = Date.now().toString(36);
  const narrate = createNarrator();
  mkdirSync(IMAGES, { recursive: true });

  const admin = await narrate('the admin signs in', () => signIn(api, adminLogin(stack)));
  const seller = await becomeSeller(api, admin, run, narrate);
  const product = await makeProduct(seller, await setUpCatalog(admin, run, narrate), run, narrate);
  await visitStore(api, product, run, narrate);
  const { customer, order } = await buy(api, product, run, narrate);
  await deliver(admin, customer, order, stack.sandboxUrl, narrate);
  await payArtist(admin, seller, product.sellerProfileId, narrate);
  await narrate(`the artist edits the store ${EDITS} times and reads it each time`, () => editStore(api, seller, run));
  report(api.settledMs);
}

async function becomeSeller(api: Api, admin: Api, run: string, narrate: Narrate): Promise<Api> {
  const artist = { email: `artista-${run}@example.com`, name: 'Artista de Demonstração' };
  const invite = await narrate('an artist joins the waitlist and is invited', () => inviteSeller(api, admin, artist));
  const store = { storeName: 'Ateliê de Demonstração', storeSlug: `atelie-${run}`, bio: 'Uma loja que não existe.' };
  return narrate(
    'the artist signs up with the invite and names the store',
    () => signUpSeller(api, invite.inviteToken, PASSWORD, store),
    () => store.storeSlug,
  );
}

async function setUpCatalog(admin: Api, run: string, narrate: Narrate): Promise<Offer> {
  const blueprint = { ...T_SHIRT, slug: `${T_SHIRT.slug}-${run}` };
  const productType = await narrate(
    'the admin makes a product type, its assets, option and variants',
    () => createProductType(admin, blueprint),
    ({ variants }) => `${variants.length} variants`,
  );
  const images = await narrate('(product photos are drawn)', () => demoTemplate('t-shirt', '#1F2A44'));
  const template = await narrate('the admin uploads the template with its layers', () =>
    createTemplate(admin, productType.id, images, { displayName: `Camiseta frente ${run}`, color: 'navy' }),
  );
  return { productType, template };
}

type Offer = {
  productType: Awaited<ReturnType<typeof createProductType>>;
  template: Awaited<ReturnType<typeof createTemplate>>;
};

async function makeProduct(
  seller: Api,
  { productType, template }: Offer,
  run: string,
  narrate: Narrate,
): Promise<SellerProduct> {
  const image = await narrate('(an artwork is drawn)', () => demoArtwork(1));
  saveImage('artwork.png', image);
  const artwork = await narrate(
    'the artist uploads the artwork',
    () => uploadArtwork(seller, image, 'Horizonte de demonstração'),
    ({ widthPx, heightPx, dominantColor }) => `${widthPx} x ${heightPx}, ${dominantColor}`,
  );
  const draft = await narrate('the artist makes a product of it', () =>
    createProduct(seller, {
      productType,
      artworkId: artwork.id,
      title: 'Camiseta Horizonte',
      slug: `horizonte-${run}`,
      priceCents: DEMO_ORDER.priceCents,
    }),
  );
  const placement = centred(template, artwork);
  const preview = await narrate(
    'the artist previews the placement',
    () => previewPlacement(seller, template.id, artwork.id, placement),
    ({ headers }) => `fits: ${headers.get('x-fits-within-print-area')}`,
  );
  saveImage('preview.png', preview.bytes);
  const rendered = await narrate('the artist renders the mockup', () =>
    render(seller, draft.id, template.id, placement),
  );
  saveImage('render.webp', await download(rendered.renders[0]!.url!));
  return narrate('the artist publishes', () => publish(seller, draft.id));
}

async function visitStore(api: Api, product: SellerProduct, run: string, narrate: Narrate): Promise<void> {
  const store_slug = `atelie-${run}`;
  await narrate(
    'the store page shows the store',
    () => api.client.getStore({ store_slug }),
    ({ storeName }) => storeName,
  );
  await narrate(
    'its list shows the product',
    () => api.client.listStoreProducts({ store_slug }),
    ({ total }) => `${total} product`,
  );
  await narrate(
    'the product page shows it with its mockup',
    () => api.client.getStoreProduct({ store_slug, product_slug: product.slug! }),
    ({ skus }) => `${skus.length} SKUs, ${skus[0]?.renders.length} render each`,
  );
}

async function buy(
  api: Api,
  product: SellerProduct,
  run: string,
  narrate: Narrate,
): Promise<{ customer: Api; order: Order }> {
  const person = { email: `cliente-${run}@example.com`, password: PASSWORD, name: 'Cliente de Demonstração' };
  const customer = await narrate('a customer signs up and adds a document', () => signUpCustomer(api, person));
  await narrate(
    'the customer buys one of each kind that the front page shows of the demo store',
    () => buyShowcase(api, customer),
    (kinds) => `${kinds} products`,
  );
  const line = {
    sellerProductId: product.id,
    variantId: product.variants[0]!.id,
    quantity: DEMO_ORDER.quantity,
    selectedOptions: { color: 'navy' },
  };
  const placed = await narrate(
    'the customer checks out',
    () => checkOut(customer, [line]),
    ({ orderNumber, totalCents }) => `order ${orderNumber}, R$ ${(totalCents / 100).toFixed(2)}`,
  );
  await narrate('the customer pays by Pix on the hosted page', () => payOnHostedPage(placed.initPoint, 'pix'));
  await narrate('the notification approves the order', () => paidOrder(customer, placed.id));
  const order = await narrate(
    'a shipping label is made',
    () => labelledOrder(customer, placed.id),
    ({ shipment }) => shipment?.labelUrl ?? '',
  );
  return { customer, order };
}

async function deliver(admin: Api, customer: Api, order: Order, sandboxUrl: string, narrate: Narrate): Promise<void> {
  for (const to of ['posted', 'delivered'] as const) {
    await narrate(
      `the carrier reports: ${to}`,
      () => moveParcel(admin, sandboxUrl, order, to),
      ({ updated }) => `${updated} shipment updated`,
    );
  }
  await narrate(
    'the customer sees it',
    () => customer.client.getOrder({ orderId: order.id }),
    ({ fulfillmentStatus }) => fulfillmentStatus,
  );
}

async function payArtist(admin: Api, seller: Api, sellerProfileId: string, narrate: Narrate): Promise<void> {
  const reais = (amountCents: number) => `R$ ${(amountCents / 100).toFixed(2)}`;
  await narrate("the artist's earnings are releasable", () => releasableEarnings(seller), reais);
  const batch = await narrate(
    'the admin makes a payout batch',
    () => admin.client.createPayout({ body: { sellerProfileId } }),
    ({ totalCents, itemCount }) => `${itemCount} item, ${reais(totalCents)}`,
  );
  await narrate(
    'the admin marks it paid',
    () => admin.client.markPayoutPaid({ id: batch.id, body: { reference: 'demonstration' } }),
    ({ status }) => status,
  );
}

/** Many small writes, each read back at once through another service. */
async function editStore(api: Api, seller: Api, run: string): Promise<void> {
  for (let edit = 1; edit <= EDITS; edit += 1) {
    const bio = `Uma loja que não existe, edição ${edit}.`;
    await seller.client.updateSellerProfile({ body: { bio } });
    const shown = await api.client.getStore({ store_slug: `atelie-${run}` });
    if (shown.bio !== bio) throw new Error(`The store shows "${shown.bio}" instead of "${bio}"`);
  }
}

const adminLogin = (stack: DemoStack) => stack.logins.find(({ role }) => role === 'admin')!;

const saveImage = (name: string, bytes: Buffer) => writeFileSync(join(IMAGES, name), bytes);

function createNarrator(): Narrate {
  let step = 0;
  return async (label, run, outcome) => {
    const begun = performance.now();
    const value = await run();
    step += 1;
    const time = `${(performance.now() - begun).toFixed(0)} ms`;
    const said = outcome ? pc.dim(` ${outcome(value)}`) : '';
    console.log(`${pc.green(String(step).padStart(3))} ${pc.yellow(time.padStart(8))}  ${label}${said}`);
    return value;
  };
}

function report(settledMs: readonly number[]): void {
  const sorted = settledMs.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  console.log(`\nRead your writes: ${sorted.length} writes waited until every view showed them,`);
  console.log(`median ${pc.bold(`${at(0.5)} ms`)}, 95th percentile ${at(0.95)} ms.`);
  console.log(`Images to check: ${pc.bold(IMAGES)} (artwork.png, preview.png, render.webp)\n`);
}
