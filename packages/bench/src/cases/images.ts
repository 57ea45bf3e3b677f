import type { Api } from '@estampa/stack/demo/api';
import type { DemoTemplate } from '@estampa/stack/demo/pictures/demo-template';
import { createProductType, createTemplate, T_SHIRT } from '@estampa/stack/demo/product-catalog';
import { headerOf, requestBytes } from '../load/connection.ts';
import { bareSharp } from '../limits/bare-sharp.ts';
import { queued } from '../seed/model.ts';
import { smallArtwork, templateOf2000Pixels } from '../seed/images.ts';
import type { Case, Ground, Limit, Prepared } from './case.ts';
import { expectResponse } from './expect.ts';
import { settleMs } from './writes.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
/** Each request is for another image than the one before, also across runs, as when a corner is dragged. */
const SHRINK = 0.999;
const SHRINKS_BEFORE_ANEW = 200;
const BATCH_TEMPLATES = 8;
const SURFACES = ['front', 'back', 'left', 'right'];
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

const preview = (ground: Ground): Promise<Prepared> => previewOn(ground, ground.world.model.templateId);

async function previewOn(ground: Ground, templateId: string): Promise<Prepared> {
  const { model } = ground.world;
  const token = await ground.logins.token(model.seller.email);
  const path = `/products/templates/${templateId}/preview-placement`;
  const next = placements(ground);
  return {
    async act(connection) {
      const body = { artworkId: model.artworkId, ...next() };
      const response = await connection.send(requestBytes({ method: 'POST', path, token, body }));
      expectResponse(response, 200, PNG);
      if (headerOf(response.head, 'x-fits-within-print-area') !== 'true') throw new Error('does not fit');
    },
    limits: [bareSharp(model.placement, 'preview')],
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
    limits: renderLimits(ground, 1),
  };
}

/** Its work on pixels, and the same with what it makes put into storage. */
const renderLimits = ({ world: { model }, stack }: Ground, atOnce: number): Limit[] => [
  bareSharp(model.placement, 'render', { atOnce }),
  bareSharp(model.placement, 'render', { atOnce, store: stack.addresses.objectStore }),
];

type Surface = Pick<DemoTemplate, 'displacement' | 'surface'>;

/** Bent by a mesh of 8 x 8 points in waves, and by its folds. */
async function bentSurface(): Promise<Surface> {
  const { printArea, shadow: displacement } = await templateOf2000Pixels();
  const points = Array.from({ length: MESH_POINTS ** 2 }, (_, at) => {
    const [column, row] = [at % MESH_POINTS, Math.floor(at / MESH_POINTS)];
    return {
      x: printArea.x + (printArea.width * column) / (MESH_POINTS - 1) + WAVES_PX * Math.sin(row * 1.7 + column),
      y: printArea.y + (printArea.height * row) / (MESH_POINTS - 1) + WAVES_PX * Math.cos(column * 2 + row),
    };
  });
  const warp = { kind: 'mesh' as const, columns: MESH_POINTS, rows: MESH_POINTS, points };
  return { displacement, surface: { warp, displacement: { strengthPx: WAVES_PX, blurPx: 4 } } };
}

const MESH_POINTS = 8;
const WAVES_PX = 12;

async function previewBent(ground: Ground): Promise<Prepared> {
  const { templateIds } = await newTemplates(await ground.logins.adminApi(), 1, await bentSurface());
  return previewOn(ground, templateIds[0]!);
}

const renderBatch = (ground: Ground): Promise<Prepared> => renderBatchOn(ground, BATCH_TEMPLATES, {});
const renderBent = async (ground: Ground): Promise<Prepared> => renderBatchOn(ground, 1, await bentSurface());
const renderBatchBent = async (ground: Ground): Promise<Prepared> =>
  renderBatchOn(ground, BATCH_TEMPLATES, await bentSurface());

async function renderBatchOn(ground: Ground, count: number, surface: Surface): Promise<Prepared> {
  const { templateIds } = await newTemplates(await ground.logins.adminApi(), count, surface);
  return renderEach(ground, [templateIds]);
}

/** What a product of several surfaces is shown by, with the same artwork on each: one request a surface. */
async function renderSurfaces(ground: Ground): Promise<Prepared> {
  const admin = await ground.logins.adminApi();
  const { client } = admin;
  const { typeId, templateIds } = await newTemplates(admin, SURFACES.length * BATCH_TEMPLATES, {});
  const surfaces = SURFACES.map((key, at) => ({ key, name: key, extraCostCents: at * 500, required: at === 0 }));
  await client.updateProductType({ id: typeId, body: { surfaces } });
  const batches = SURFACES.map((_, at) => templateIds.slice(at * BATCH_TEMPLATES, (at + 1) * BATCH_TEMPLATES));
  for (const [at, shown] of batches.entries())
    await Promise.all(shown.map((id) => client.updateTemplate({ id, body: { surface: SURFACES[at]! } })));
  return renderEach(ground, batches);
}

/** The same on several templates at once, which no store sells on: a request for each batch, one after the other. */
async function renderEach(ground: Ground, batches: readonly (readonly string[])[]): Promise<Prepared> {
  const { model } = ground.world;
  const token = await ground.logins.token(model.seller.email);
  const path = `/artworks/${model.artworkId}/renders/batch`;
  const settle: number[] = [];
  const next = placements(ground);
  return {
    samples: { settle },
    async act(connection) {
      const placement = next();
      for (const templateIds of batches) {
        const body = { renders: templateIds.map((templateId) => ({ templateId, ...placement })) };
        const response = await connection.send(requestBytes({ method: 'POST', path, token, body }));
        expectResponse(response, 200, '"failed":[]');
        settle.push(settleMs(response));
      }
    },
    limits: renderLimits(ground, batches.flat().length),
  };
}

async function newTemplates(admin: Api, count: number, surface: Surface) {
  const slug = `lote-${Date.now().toString(36)}`;
  const [type, images] = await Promise.all([
    createProductType(admin, { ...T_SHIRT, slug, name: 'Lote' }),
    templateOf2000Pixels(),
  ]);
  const templateIds = await queued(count, async (number) => {
    const named = { displayName: `Lote ${number}`, color: 'white' };
    return (await createTemplate(admin, type.id, { ...images, ...surface }, named)).id;
  });
  return { typeId: type.id, templateIds };
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
  { name: 'preview-bent-1', title: 'the same with a mesh and a displacement', clients: 1, prepare: previewBent },
  { name: 'render-1', title: 'stored render of a 12 MP artwork on a 2,000 px template', clients: 1, prepare: render },
  {
    name: 'batch-1',
    title: `renders of the same on ${BATCH_TEMPLATES} templates, one request`,
    clients: 1,
    prepare: renderBatch,
  },
  {
    name: 'surfaces-1',
    title: `the same on ${SURFACES.length} surfaces of ${BATCH_TEMPLATES} templates each, one request a surface`,
    clients: 1,
    prepare: renderSurfaces,
  },
  { name: 'render-bent-1', title: 'render with a mesh and a displacement', clients: 1, prepare: renderBent },
  {
    name: 'batch-bent-1',
    title: `renders of the same on ${BATCH_TEMPLATES} templates, one request`,
    clients: 1,
    prepare: renderBatchBent,
  },
  { name: 'upload-4', title: 'artwork of 1 MP: presign, upload, complete', clients: 4, prepare: uploadArtwork },
];
