import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { toProblem, validationFailed } from '../http/problems.ts';
import { templateImageRoutes } from './template-images.ts';

const FILE = { kind: 'base', contentType: 'image/png', sizeBytes: 1 };
const KEY = 'private/templates/front/base/1.png';

/** Status, path, code and message of what is wrong with a body. */
function rejected(route: string, body: unknown): unknown[] {
  const { body: schema } = templateImageRoutes.find(({ name }) => name === route)!;
  const { status, errors } = toProblem(validationFailed((schema as z.ZodType).safeParse(body).error!.issues), 'r');
  return [status, ...errors!.flatMap(({ path, code, message }) => [path, code, message])];
}

const NO_KIND = expect.stringMatching(/^must be one of base, mask, .*, or mask@ with the key of a further surface$/);

describe('the kind of a template image', () => {
  it.each<[what: string, kind: unknown]>([
    ['an unknown one', 'hologram'],
    ['in capitals', 'Base'],
    ['a mask of nothing', 'mask@'],
    ['a mask of no key', 'mask@Left sleeve'],
    ['a mask of a long key', `mask@${'k'.repeat(31)}`],
    ['another image of a surface', 'shadow@sleeve'],
    ['nothing', null],
    ['a number', 1],
    ['none', undefined],
  ])('is an invalid value where it is %s', (_what, kind) => {
    expect(rejected('presignTemplateImage', { ...FILE, kind })).toEqual([400, 'kind', 'invalid_value', NO_KIND]);
    const images = [FILE, { ...FILE, kind }];
    expect(rejected('presignTemplateImages', { images })).toEqual([400, 'images[1].kind', 'invalid_value', NO_KIND]);
    expect(rejected('completeTemplateImage', { kind, key: KEY })).toEqual([400, 'kind', 'invalid_value', NO_KIND]);
    expect(rejected('completeTemplateImages', { kinds: [kind] })).toEqual([400, 'kinds[0]', 'invalid_value', NO_KIND]);
  });
});
