import { boolean, bytes, key } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** What all replicas sign the tokens of devices with; its one row is made by a migration. */
export const deviceSecret = table('device_secret', {
  onlyOne: key(boolean),
  secret: bytes,
});
