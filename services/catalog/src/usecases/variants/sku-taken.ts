import { DomainError } from '@estampa/kernel/errors';

export const skuTaken = (sku: string): DomainError =>
  new DomainError('conflict', 'already_exists', `There is already a variant of the type with the SKU ${sku}`, {
    fields: [{ path: 'sku', code: 'already_exists', message: 'is taken' }],
  });
