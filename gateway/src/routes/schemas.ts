import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, LIST_SKIP_MAX } from '@estampa/kernel/page';
import { z } from 'zod';
import { isBlank, isOneLine, isPlain } from '../http/plain-text.ts';

const EMAIL_MAX_CHARACTERS = 254;
const PASSWORD_MIN_CHARACTERS = 8;
const PASSWORD_MAX_CHARACTERS = 128;
const CENTS_MAX = 2_000_000_000;
const PERCENT_DECIMALS = 2;
const PATH_WORD_MAX_CHARACTERS = 100;
const URL_MAX_CHARACTERS = 500;
const STORAGE_KEY_MAX_CHARACTERS = 500;

/** Of what visitors search for. */
export const PUBLIC_SEARCH_MAX_CHARACTERS = 100;
/** A search of staff, which may be an entire e-mail address. */
export const STAFF_SEARCH_MAX_CHARACTERS = 200;

/** Keys of one dictionary, and values of one of its lists. */
export const DICTIONARY_KEYS_MAX = 200;
const DICTIONARY_TEXT_MAX_CHARACTERS = 100;

/** A rule of our own, with the code that stands in the problem body. */
export const failing = (code: string, message: string) => ({ message, params: { code } });

/** As people count: an emoji of one code point is one. */
export const countCharacters = (value: string): number => Array.from(value).length;

const CONTROL = failing('control_characters', 'must not hold control characters');

/** What every text that is stored or searched for consists of: nothing that is invisible, reorders or cannot be stored. */
const plain = (is: (value: string) => boolean, min: number, max: number) =>
  z
    .string()
    .transform((value) => value.trim().normalize('NFC'))
    .refine(is, CONTROL)
    .refine(
      (value) => countCharacters(value) >= min && (min === 0 || !isBlank(value)),
      failing('too_small', min === 1 ? 'must not be empty' : `needs at least ${min} characters`),
    )
    .refine((value) => countCharacters(value) <= max, failing('too_big', `takes at most ${max} characters`))
    .meta({ minLength: min, maxLength: max });

/** One line, as names and titles are: trimmed, NFC, counted in characters, without control characters. */
export const text = (min: number, max: number) => plain(isOneLine, min, max);

/** Text with paragraphs, as descriptions are. */
export const paragraphs = (min: number, max: number) => plain(isPlain, min, max);

/** As it is stored: trimmed; its case does not matter. */
export const email = z
  .string()
  .trim()
  .max(EMAIL_MAX_CHARACTERS)
  .pipe(z.email())
  .meta({ id: 'Email', format: 'email', maxLength: EMAIL_MAX_CHARACTERS });
/** In a response, where it is what once was taken. */
export const shownEmail = z.string().meta({ id: 'Email', format: 'email', maxLength: EMAIL_MAX_CHARACTERS });

const SECRET_MAX_CHARACTERS = 1_000;

/** A secret to be checked; one that is wrong in form is simply wrong. */
export const secret = z.string().min(1).max(SECRET_MAX_CHARACTERS);

/** Never trimmed: every character of a password counts. */
export const newPassword = z
  .string()
  .refine(
    (value) => countCharacters(value) >= PASSWORD_MIN_CHARACTERS,
    failing('too_small', `needs at least ${PASSWORD_MIN_CHARACTERS} characters`),
  )
  .refine(
    (value) => countCharacters(value) <= PASSWORD_MAX_CHARACTERS,
    failing('too_big', `takes at most ${PASSWORD_MAX_CHARACTERS} characters`),
  )
  .meta({
    id: 'NewPassword',
    minLength: PASSWORD_MIN_CHARACTERS,
    maxLength: PASSWORD_MAX_CHARACTERS,
    format: 'password',
  });

/** E.164. */
export const phone = z
  .string()
  .regex(/^\+[1-9]\d{1,14}$/, 'must be an E.164 number such as +5511987654321')
  .meta({ id: 'Phone', description: 'E.164, such as +5511987654321' });

const MISLEADING = 'must hold no user, no password and no backslash';

/** Browsers read a backslash as a slash, and people read a user's name as the site's. */
const isPlainAddress = (value: string): boolean => {
  const { username, password } = new URL(value);
  return username === '' && password === '' && !value.includes('\\');
};

/** An address of the web, as a browser would take it, that leads where it seems to. */
export const webUrl = (protocol: RegExp) =>
  z
    .string()
    .max(URL_MAX_CHARACTERS)
    .refine((value) => isOneLine(value) && !/\s/.test(value), CONTROL)
    .pipe(z.url({ protocol, abort: true }).refine(isPlainAddress, failing('invalid_format', MISLEADING)))
    .meta({ format: 'uri' });

/** An address in a response. */
export const url = z.string().meta({ id: 'Url', format: 'uri' });
export const imageSizes = z.array(z.int().min(1)).meta({
  id: 'ImageSizes',
  description:
    'Widths in pixels in which the image can be had smaller, narrowest first; empty: as it is alone. Each stands at the image’s own address with `-<width>.webp` or `-<width>.avif` in place of its `.webp`, as long as the image does',
});

/** UUIDs are one name in either case. */
export const id = z.uuid().toLowerCase().meta({ id: 'Id', format: 'uuid' });
/** A path id that is not a UUID names nothing: the gateway responds with 404. */
export const pathId = id;
/** A slug in a path, or the id of what the slug names; written in any case, as all of an address. */
export const pathSlug = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9-]+$/)
  .max(PATH_WORD_MAX_CHARACTERS)
  .meta({ id: 'PathWord' });
/** A slug as it is stored. */
export const slug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]{1,100}$/, 'takes 1-100 of a-z, 0-9 and -')
  .meta({ id: 'Slug' });
/** A mockup template's own name. */
export const templateId = z
  .string()
  .regex(/^[a-z0-9-]{1,80}$/, 'takes 1-80 of a-z, 0-9 and -')
  .meta({ id: 'TemplateId' });
/** What the response to a presign request named. */
export const storageKey = z
  .string()
  .regex(/^[A-Za-z0-9/._-]+$/, 'is no key of an upload')
  .max(STORAGE_KEY_MAX_CHARACTERS)
  .meta({ id: 'StorageKey', description: 'As in the response to a presign request' });
/** What a file that is going to be uploaded is. */
export const imageType = z.enum(['image/png', 'image/jpeg', 'image/webp']).meta({ id: 'PictureType' });
/** What the response to a presign request demands. */
export const uploadHeaders = z
  .record(z.string(), z.string())
  .meta({ id: 'UploadHeaders', description: 'To be sent with the PUT exactly as they are' });

const dictionaryText = text(1, DICTIONARY_TEXT_MAX_CHARACTERS);

/** Short keys to values, not too many. */
export const dictionaryOf = <S extends z.ZodType>(value: S) =>
  z
    .record(dictionaryText, value)
    .refine(
      (record) => Object.keys(record).length <= DICTIONARY_KEYS_MAX,
      failing('too_big', `takes at most ${DICTIONARY_KEYS_MAX} keys`),
    );

export const dictionary = dictionaryOf(dictionaryText).meta({
  id: 'Dictionary',
  maxProperties: DICTIONARY_KEYS_MAX,
});
/** In a response. */
export const shownDictionary = z.record(z.string(), z.string()).meta({ id: 'ShownDictionary' });

/** The values that a dictionary allows for a key. */
export const dictionaryList = z.array(dictionaryText).max(DICTIONARY_KEYS_MAX);

/** ISO 8601 UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 }).meta({ id: 'Timestamp', format: 'date-time' });

/** An integer amount in cents that may be zero. */
export const cents = z.int().min(0).max(CENTS_MAX).meta({ id: 'Cents' });
/** In a response; below zero where something is taken back. */
export const shownCents = z.int().meta({ id: 'AmountCents', description: 'A whole amount in cents' });

/** 0-100 with at most two decimals. */
export const percent = z
  .number()
  .min(0)
  .max(100)
  .refine(
    (value) => Number(value.toFixed(PERCENT_DECIMALS)) === value,
    failing('too_precise', 'takes at most two decimals'),
  )
  .meta({ id: 'Percent', description: 'At most two decimals' });

export const percentToBasisPoints = (value: number): number => Math.round(value * 100);
export const basisPointsToPercent = (basisPoints: number): number => basisPoints / 100;

/** What stands where a member is not sent, as null is not. */
export const otherwise = <S extends z.ZodType>(schema: S, value: z.output<S>) =>
  schema
    .nullish()
    .transform((sent) => sent ?? value)
    .meta({ default: value });

/** An integer in a query: digits, nothing else. */
const integerNumber = (min: number, max: number, unsent: number) =>
  z
    .string()
    .refine((digits) => /^\d{1,10}$/.test(digits), failing('invalid_type', 'must be a whole number'))
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(unsent)
    .meta({ type: 'integer', minimum: min, maximum: max, default: unsent });

export const pageQuery = {
  skip: integerNumber(0, LIST_SKIP_MAX, 0),
  limit: integerNumber(1, LIST_LIMIT_MAX, LIST_LIMIT_DEFAULT),
};

export const booleanQuery = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ type: 'boolean', enum: undefined });

/** `{ <plural>: [...], total, skip, limit }` */
export const listOf = <N extends string, S extends z.ZodType>(plural: N, item: S) =>
  z.object({
    [plural]: z.array(item).describe('This page of them'),
    total: z.int().describe('How many there are on all pages'),
    skip: z.int().describe('How many were passed over, as requested'),
    limit: z.int().describe('How many a page has at most, as requested'),
  } as {
    [K in N]: z.ZodArray<S>;
  } & { total: z.ZodInt; skip: z.ZodInt; limit: z.ZodInt });

/** A protobuf date as the public contract writes it. */
export const iso = (date: Date): string => date.toISOString();
export const isoOrNull = (date: Date | undefined): string | null => date?.toISOString() ?? null;
