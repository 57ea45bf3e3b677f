import { describe, expect, it } from 'vitest';
import { declaredFormat, mustBeAccepted, mustBeImage, photoFormat } from './image.ts';

const LIMIT_BYTES = 1_000;

describe('declaredFormat', () => {
  it.each([
    ['image/png', 'png'],
    ['image/jpeg', 'jpeg'],
    ['image/webp', 'webp'],
  ])('of %s is %s, up to the limit', (contentType, format) => {
    expect(declaredFormat({ contentType, sizeBytes: 1 }, LIMIT_BYTES)).toBe(format);
    expect(declaredFormat({ contentType, sizeBytes: LIMIT_BYTES }, LIMIT_BYTES)).toBe(format);
  });

  it.each([
    [{ contentType: 'image/gif', sizeBytes: 1 }, ['contentType']],
    [{ contentType: 'IMAGE/PNG', sizeBytes: 1 }, ['contentType']],
    [{ contentType: 'image/png', sizeBytes: 1_001 }, ['sizeBytes']],
    [{ contentType: 'image/png', sizeBytes: 0 }, ['sizeBytes']],
    [{ contentType: '', sizeBytes: -1 }, ['contentType', 'sizeBytes']],
  ])('rejects %j', (file, paths) => {
    const fields = paths.map((path) => expect.objectContaining({ path }));

    expect(() => declaredFormat(file, LIMIT_BYTES)).toThrow(
      expect.objectContaining({ reason: 'validation_failed', details: { fields } }),
    );
  });
});

describe('mustBeAccepted', () => {
  it.each([
    { format: 'png', widthPx: 12_000, heightPx: 8_333 },
    { format: 'png', widthPx: 1, heightPx: 12_000, frames: 1 },
    { format: 'png', widthPx: 10_000, heightPx: 10_000 },
  ])('takes %j', (info) => {
    expect(() => mustBeAccepted(info, 'png')).not.toThrow();
  });

  it.each([
    ['not_an_image', { format: 'svg', widthPx: 10, heightPx: 10 }],
    ['not_an_image', { format: undefined, widthPx: 10, heightPx: 10 }],
    ['format_mismatch', { format: 'jpeg', widthPx: 10, heightPx: 10 }],
    ['animated', { format: 'png', widthPx: 10, heightPx: 10, frames: 2 }],
    ['unsupported_colour', { format: 'png', widthPx: 10, heightPx: 10, isColourKnown: false }],
    ['image_too_large', { format: 'png', widthPx: 12_001, heightPx: 10 }],
    ['image_too_large', { format: 'png', widthPx: 10, heightPx: 12_001 }],
    ['image_too_large', { format: 'png', widthPx: 10_001, heightPx: 10_000 }],
  ])('rejects as %s: %j', (reason, info) => {
    expect(() => mustBeAccepted(info, 'png')).toThrow(expect.objectContaining({ kind: 'invalid', reason }));
  });
});

describe('the format of a photo', () => {
  it.each([
    ['image/jpeg', 'jpeg'],
    ['', null],
    ['application/octet-stream', null],
  ])('said to be %j is %s', (contentType, format) => {
    expect(photoFormat(contentType)).toBe(format);
  });

  it('cannot be another', () => {
    const message = 'must be one of image/png, image/jpeg, image/webp';
    const fields = [{ path: 'file', code: 'unsupported', message }];

    expect(() => photoFormat('image/gif')).toThrow(
      expect.objectContaining({ kind: 'invalid', reason: 'validation_failed', details: { fields } }),
    );
  });

  it('turns out to be one that is known', () => {
    expect(mustBeImage({ format: 'webp', widthPx: 1, heightPx: 1 })).toBe('webp');
    expect(() => mustBeImage({ format: 'svg', widthPx: 1, heightPx: 1 })).toThrow(
      expect.objectContaining({ kind: 'invalid', reason: 'not_an_image' }),
    );
  });
});
