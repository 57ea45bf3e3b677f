import { z } from 'zod';

const SCALE_MIN = 0.01;
const SCALE_MAX = 20;

export const placementFields = {
  x: z.number().describe('Left edge of the unrotated artwork, in pixels of the source image'),
  y: z.number().describe('Top edge of the unrotated artwork, in pixels of the source image'),
  scale: z.number().min(SCALE_MIN).max(SCALE_MAX).describe('1 is the original size'),
  rotation: z.number(),
};
