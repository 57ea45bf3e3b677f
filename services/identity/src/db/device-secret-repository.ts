import { bytes } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const SECRET = statement('select secret from device_secret', { secret: bytes });

/** What all replicas sign the tokens of devices with. */
export const findDeviceSecret = async (em: EntityManager): Promise<Buffer> => (await SECRET.first(em, []))!.secret;
