import { z } from 'zod';
import { route } from './route.ts';
import { listOf, pageQuery, pathId, templateId } from './schemas.ts';
import { PlacementJson, placementView } from '../views/placement.ts';
import { RenderJson, renderView } from '../views/render.ts';
import { withoutNulls } from '../http/without-nulls.ts';
import { RENDER_DEADLINE_MS } from './render-deadline.ts';
import { furtherPrints, printsToShow } from './further-prints.ts';
import { placement } from './renders.ts';

const BATCH_MAX = 50;

const ofArtwork = z.object({ artworkId: pathId });
const maybePlaced = {
  x: placement.x.nullish(),
  y: placement.y.nullish(),
  scale: placement.scale.nullish(),
  rotation: z
    .number()
    .nullish()
    .describe('Left out with the other three: the stored placement, else fitted and centred'),
};
const renderOnTemplate = z.object({
  templateId: templateId.describe('What to show it on'),
  ...maybePlaced,
  surfaces: furtherPrints,
});

const isBatch = (count: number): boolean => count >= 1 && count <= BATCH_MAX;

type Numbers = { [K in keyof typeof maybePlaced]?: number | null };

/** Placements without a rotation need not name it. */
const placed = <T extends Numbers>(requested: T) => ({
  ...requested,
  rotation: requested.rotation ?? (requested.x == null && requested.y == null && requested.scale == null ? null : 0),
});

const onTemplate = ({ surfaces, ...requested }: z.output<typeof renderOnTemplate>) => ({
  ...withoutNulls(placed(requested)),
  others: printsToShow(surfaces),
});

export const artworkRenderRoutes = [
  route({
    name: 'listPlacements',
    method: 'get',
    path: '/artworks/{artworkId}/placements',
    auth: 'seller',
    owner: 'seller',
    summary: 'Where an artwork lies on templates, what was changed last first',
    params: ofArtwork,
    query: z.object(pageQuery),
    response: listOf('placements', PlacementJson),
    async handle({ params, query: { skip, limit }, clients }) {
      const { placements, total } = await clients.artworks.listPlacements({ ...params, page: { skip, limit } });
      return { placements: placements.map(placementView), total, skip, limit };
    },
  }),

  route({
    name: 'putPlacement',
    method: 'put',
    path: '/artworks/{artworkId}/placements/{templateId}',
    auth: 'seller',
    owner: 'seller',
    summary: 'Keep where an artwork lies on a template',
    description: 'A render decides whether it fits.',
    params: z.object({ artworkId: pathId, templateId }),
    body: z.object(placement),
    response: PlacementJson,
    async handle({ params, body, clients }) {
      const { placement: stored } = await clients.artworks.putPlacement({ ...params, ...body });
      return placementView(stored!);
    },
  }),

  route({
    name: 'listRenders',
    method: 'get',
    path: '/artworks/{artworkId}/renders',
    auth: 'seller',
    owner: 'seller',
    summary: 'The latest render of an artwork on each template, newest first',
    params: ofArtwork,
    query: z.object(pageQuery),
    response: listOf('renders', RenderJson),
    async handle({ params: { artworkId }, query: { skip, limit }, clients, imageUrl }) {
      // One for each template at most, and few templates suit one artwork.
      const { renders } = await clients.renders.listRenders({ artworkIds: [artworkId], templateIds: [] });
      const shown = renders.slice(skip, skip + limit).map((render) => renderView(render, imageUrl));
      return { renders: shown, total: renders.length, skip, limit };
    },
  }),

  route({
    name: 'createRender',
    method: 'post',
    path: '/artworks/{artworkId}/renders',
    auth: 'seller',
    owner: 'seller',
    summary: 'Keep a placement of an artwork on a template and render it',
    params: ofArtwork,
    body: renderOnTemplate,
    status: 201,
    errors: { 400: ['unknown_reference', 'wrong_state', 'does_not_fit'] },
    response: RenderJson,
    settles: ['storefront'],
    async handle({ params, body, clients, imageUrl }) {
      const { render } = await clients.renders.renderPlacement(
        { ...params, ...onTemplate(body) },
        { deadlineMs: RENDER_DEADLINE_MS },
      );
      return renderView(render!, imageUrl);
    },
  }),

  route({
    name: 'createRenders',
    method: 'post',
    path: '/artworks/{artworkId}/renders/batch',
    auth: 'seller',
    owner: 'seller',
    summary: 'Render an artwork on several templates',
    description: 'One that is rejected is listed in failed and stops no other.',
    params: ofArtwork,
    body: z
      .object({
        templateIds: z
          .array(templateId)
          .min(1)
          .max(BATCH_MAX)
          .nullish()
          .describe('Placed as stored, else fitted and centred'),
        renders: z.array(renderOnTemplate).min(1).max(BATCH_MAX).nullish().describe('Placed as each says'),
      })
      .refine(({ templateIds, renders }) => isBatch((templateIds?.length ?? 0) + (renders?.length ?? 0)), {
        path: ['templateIds'],
        message: `takes 1-${BATCH_MAX} templates, together with renders`,
      })
      .meta({ minProperties: 1 }),
    response: z.object({
      renders: z.array(RenderJson).describe('Those that were taken; pending ones are made soon'),
      failed: z
        .array(
          z.object({
            templateId: z.string().describe('Where it cannot be rendered'),
            code: z.string().describe('Why, such as does_not_fit'),
            message: z.string().describe('The same for people'),
          }),
        )
        .describe('Those that were rejected'),
    }),
    settles: ['storefront'],
    async handle({ params, body: { templateIds, renders: requested }, clients, imageUrl }) {
      const unplaced = (templateIds ?? []).map((one): z.output<typeof renderOnTemplate> => ({ templateId: one }));
      const wanted = [...(requested ?? []), ...unplaced];
      const { renders, failed } = await clients.renders.renderPlacements(
        { ...params, renders: wanted.map(onTemplate) },
        { deadlineMs: RENDER_DEADLINE_MS },
      );
      return {
        renders: renders.map((render) => renderView(render, imageUrl)),
        failed: failed.map(({ templateId: rejected, code, message }) => ({ templateId: rejected, code, message })),
      };
    },
  }),
];
