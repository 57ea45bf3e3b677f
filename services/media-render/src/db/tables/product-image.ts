import { boolean, integer, key, nullable, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** A photo in the gallery of a seller's product. */
export const productImage = table('product_image', {
  id: key(uuid),
  sellerProductId: uuid,
  key: text,
  altText: nullable(text),
  position: integer,
  isPrimary: boolean,
  createdAt: timestamp,
});
