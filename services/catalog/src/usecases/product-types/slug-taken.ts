import { DomainError } from '@estampa/kernel/errors';

export const slugTaken = (slug: string | null | undefined): DomainError =>
  new DomainError('conflict', 'already_exists', `The seller already has a product with the slug ${slug}`, {
    fields: [{ path: 'slug', code: 'already_exists', message: 'is taken' }],
  });
