import { DomainError } from '@estampa/kernel/errors';
import type { Size } from './geometry.ts';

/** What sellers show of themselves, at exactly these sizes. */
export const PROFILE_IMAGES = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1_600, height: 400 },
} as const satisfies Record<string, Size>;

export type ProfileImageType = keyof typeof PROFILE_IMAGES;

export function checkedType(text: string): ProfileImageType {
  if (text === 'avatar' || text === 'banner') return text;
  const field = { path: 'type', code: 'invalid_value', message: 'must be avatar or banner' };
  throw new DomainError('invalid', 'validation_failed', `type ${field.message}`, { fields: [field] });
}
