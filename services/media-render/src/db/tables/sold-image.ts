import { key, text } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** An image that an order shows: it stays for good. */
export const soldImage = table('sold_picture', {
  key: key(text),
});
