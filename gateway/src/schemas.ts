import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, LIST_SKIP_MAX } from '@estampa/kernel/page';
import { z } from 'zod';

const EMAIL_MAX_CHARACTERS = 254;
const CENTS_MAX = 2_000_000_000;
const PERCENT_DECIMALS = 2;

// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** Text as people type it: trimmed, NFC, counted in characters, without control characters. */
export const text = (min: number, max: number) =>
  z
    .string()
    .transform((value) => value.trim().normalize('NFC'))
    .refine(
      (value) => !CONTROL_CHARACTERS.test(value),
      failing('control_characters', 'must not hold control characters'),
    )
    .refine(
      (value) => countCharacters(value) >= min,
      failing('too_small', min === 1 ? 'must not be empty' : `needs at least ${min} characters`),
    )
    .refine((value) => countCharacters(value) <= max, failing('too_big', `takes at most ${max} characters`))
    .meta({ minLength: min, maxLength: max });

/** As people count: an emoji of one code point is one. */
export const countCharacters = (value: string): number => Array.from(value).length;

/** A rule of our own, with the code that stands in the problem body. */
export const failing = (code: string, message: string) => ({ message, params: { code } });

/** As it is stored: trimmed; its case does not matter. */
export const email = z.string().trim().max(EMAIL_MAX_CHARACTERS).pipe(z.email());

/** E.164. */
export const phone = z.string().regex(/^\+[1-9]\d{1,14}$/, 'must be an E.164 number such as +5511987654321');

export const id = z.uuid();
/** A path id that is not a UUID names nothing: the gateway answers 404. */
export const pathId = z.uuid();
/** Text in a path, such as a slug. */
export const pathText = z.string().min(1).max(200);

/** ISO 8601 UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** A whole amount in cents that may be zero. */
export const cents = z.int().min(0).max(CENTS_MAX);

/** 0-100 with at most two decimals. */
export const percent = z
  .number()
  .min(0)
  .max(100)
  .refine(
    (value) => Number(value.toFixed(PERCENT_DECIMALS)) === value,
    failing('too_precise', 'takes at most two decimals'),
  );

export const percentToBasisPoints = (value: number): number => Math.round(value * 100);
export const basisPointsToPercent = (basisPoints: number): number => basisPoints / 100;

export const pageQuery = {
  skip: z.coerce.number().int().min(0).max(LIST_SKIP_MAX).default(0),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
};

export const booleanQuery = z.enum(['true', 'false']).transform((value) => value === 'true');

/** `{ <plural>: [...], total, skip, limit }` */
export const listOf = <N extends string, S extends z.ZodType>(plural: N, item: S) =>
  z.object({ [plural]: z.array(item), total: z.int(), skip: z.int(), limit: z.int() } as {
    [K in N]: z.ZodArray<S>;
  } & { total: z.ZodInt; skip: z.ZodInt; limit: z.ZodInt });

/** A protobuf date as the public contract writes it. */
export const iso = (date: Date): string => date.toISOString();
export const isoOrNull = (date: Date | undefined): string | null => date?.toISOString() ?? null;
