import { SURFACE_KEY } from '@estampa/kernel/product-surfaces';
import { z } from 'zod';
import { text } from './schemas.ts';

const LABEL_MAX_CHARACTERS = 100;
const VALUE_MAX_CHARACTERS = 100;
const SKU_MAX_CHARACTERS = 200;
const UNIT_COST_MAX_CENTS = 10_000_000;
const DAYS_MAX = 365;
/** Assets or option values in one body. */
export const PARTS_AT_ONCE_MAX = 200;
/** As many as a product type may have. */
export const VARIANTS_AT_ONCE_MAX = 5_000;

export const partKey = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,49}$/, 'takes 1-50 of a-z, 0-9, _ and -, a letter first')
  .meta({ id: 'PartKey' });
export const label = text(1, LABEL_MAX_CHARACTERS);
export const partValue = text(1, VALUE_MAX_CHARACTERS);
export const hexColor = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'must be a color such as #1F2A44')
  .meta({ id: 'Color' });
export const sku = text(1, SKU_MAX_CHARACTERS);
export const baseCostCents = z
  .int()
  .min(0)
  .max(UNIT_COST_MAX_CENTS)
  .describe('What making one costs; the platform keeps it of the price');
const days = z.int().min(0).max(DAYS_MAX);
export const productionDays = days.describe('How long making it takes');
export const packagingDays = days.describe('How long packing it takes, after production');

const UNCHANGEABLE = 'May be sent as it is; cannot be changed';

/** What names a record, sent along with a change of it. */
export const asItIs = text(1, VALUE_MAX_CHARACTERS).optional().meta({ description: UNCHANGEABLE });

export const surfaceKey = z
  .string()
  .regex(SURFACE_KEY, 'takes 1-30 of a-z, 0-9 and -')
  .meta({ id: 'SurfaceKey', description: 'Names a surface among those of its product type, for good' });
