import type { Api } from '@estampa/stack/demo/api';
import { createProductType, createTemplate, T_SHIRT } from '@estampa/stack/demo/product-catalog';
import { headerOf, requestBytes } from '../load/connection.ts';
import { bareSharp } from '../limits/bare-sharp.ts';
import { queued } from '../seed/model.ts';
import { smallArtwork, templateOf2000Pixels } from '../seed/images.ts';
import type { Case, Ground, Prepared } from './case.ts';
import { expectResponse } from './expect.ts';
import { settleMs } from './writes.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
/** Each request is for another image than the one before, also across runs, as when a corner is dragged. */
const SHRINK = 0.999;
const SHRINKS_BEFORE_ANEW = 200;
const BATCH_TEMPLATES = 8;
const UPLOADERS = { first: 150, count: 8 };

function placements({ world: { model } }: Ground) {
  let requested = 0;
  return () => {
    requested += 1;
    return {
      ...model.placement,
      x: model.placement.x + (requested % 7) / 10,
      scale: model.placement.scale * SHRINK ** (1 + (requested % SHRINKS_BEFORE_ANEW)),
    };
  };
}

async function preview(ground: Ground): Promise<Prepared> {
  const { model } = ground.world;
  const token = await ground.logins.token(model.seller.email);
  const path = `/products/templates/${model.templateId}/preview-placement`;
  const next = placements(ground);
  return {
    async act(connection) {
      const body = { artworkId: model.artworkId, ...next() };
      const response = await connection.send(requestBytes({ method: 'POST', path, token, body }));
      expectResponse(response, 200, PNG);
      if (headerOf(response.head, 'x-fits-within-print-area') !== 'true') throw new Error('does not fit');
    },
    limit: bareSharp(model.placement, 'preview'),
  };
}

async function render(ground: Ground): Promise<Prepared> {
  const { model } = ground.world;
  const token = await ground.logins.token(model.seller.email);
  const path = `/seller-products/me/${model.products[0]!.id}/render`;
  const settle: number[] = [];
  const run = Date.now() / 1e9;
  const next = placements(ground);
  return {
    samples: { settle },
    async act(connection) {
      const placement = next();
      const body = { templateId: model.templateId, ...placement, y: placement.y + (run % 1) / 10 };
      const response = await connection.send(requestBytes({ method: 'POST', path, token, body }));
      expectResponse(response, 200, '"status":"rendered"');
      settle.push(settleMs(response));
    },
    limit: bareSharp(model.placement, 'render'),
  };
}

/** The same on several templates at once, which no store sells on. */
async function renderBatch(ground: Ground): Promise<Prepared> {
  const { model } = ground.world;
  const templateIds = await newTemplates(await ground.logins.adminApi());
  const token = await ground.logins.token(model.seller.email);
  const path = `/artworks/${model.artworkId}/renders/batch`;
  const settle: number[] = [];
  const next = placements(ground);
  return {
    samples: { settle },
    async act(connection) {
      const placement = next();
      const body = { renders: templateIds.map((templateId) => ({ templateId, ...placement })) };
      const response = await connection.send(requestBytes({ method: 'POST', path, token, body }));
      expectResponse(response, 200, '"failed":[]');
      settle.push(settleMs(response));
    },
    limit: bareSharp(model.placement, 'render', templateIds.length),
  };
}

async function newTemplates(admin: Api): Promise<string[]> {
  const slug = `lote-${Date.now().toString(36)}`;
  const [type, images] = await Promise.all([
    createProductType(admin, { ...T_SHIRT, slug, name: 'Lote' }),
    templateOf2000Pixels(),
  ]);
  return queued(BATCH_TEMPLATES, async (number) => {
    const named = { displayName: `Lote ${number}`, color: 'white' };
    return (await createTemplate(admin, type.id, images, named)).id;
  });
}

/** Presigns, uploads and completes an image. */
async function uploadArtwork({ world, logins }: Ground): Promise<Prepared> {
  const { first, count } = UPLOADERS;
  const tokens = await logins.tokens(world.stores.slice(first, first + count).map(({ email }) => email));
  const image = await smallArtwork();
  const [presign, put, complete] = [[], [], []] as number[][] as [number[], number[], number[]];
  const run = Date.now().toString(36);
  return {
    samples: { presign, put, complete },
    async act(connection, iteration) {
      const token = tokens[iteration % count];
      const timed = async (times: number[], request: Buffer, status: number) => {
        const begin = performance.now();
        const response = await connection.send(request);
        times.push(performance.now() - begin);
        expectResponse(response, status);
        return response.body.length === 0 ? {} : (JSON.parse(response.body.toString()) as Record<string, string>);
      };
      const requested = { contentType: 'image/png', sizeBytes: image.length };
      const path = '/uploads/artworks/presign';
      const responded = await timed(presign, requestBytes({ method: 'POST', path, token, body: requested }), 200);
      const { uploadUrl, headers, artworkId, key } = responded as unknown as Presigned;
      const { pathname, search } = new URL(uploadUrl);
      const upload = requestBytes({ method: 'PUT', path: pathname + search, headers, content: image });
      const begin = performance.now();
      expectResponse(await connection.send(upload), 200);
      put.push(performance.now() - begin);
      await timed(
        complete,
        requestBytes({
          method: 'POST',
          path: `/uploads/artworks/${artworkId}/complete`,
          token,
          body: { key, title: `Obra ${run}-${iteration}` },
        }),
        201,
      );
    },
  };
}

type Presigned = { uploadUrl: string; headers: Record<string, string>; artworkId: string; key: string };

export const imageCases: readonly Case[] = [
  ...[1, 4].map((clients) => ({
    name: `preview-${clients}`,
    title: 'preview of a 12 MP artwork on a 2,000 px template',
    clients,
    prepare: preview,
  })),
  { name: 'render-1', title: 'stored render of a 12 MP artwork on a 2,000 px template', clients: 1, prepare: render },
  {
    name: 'batch-1',
    title: `renders of the same on ${BATCH_TEMPLATES} templates, one request`,
    clients: 1,
    prepare: renderBatch,
  },
  { name: 'upload-4', title: 'artwork of 1 MP: presign, upload, complete', clients: 4, prepare: uploadArtwork },
];
