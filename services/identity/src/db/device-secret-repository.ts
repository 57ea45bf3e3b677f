import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { deviceSecret } from './tables/device-secret.ts';

export const deviceSecrets = {
  find: async (em: EntityManager): Promise<Buffer> => (await SECRET.first(em, []))!.secret,
};

const SECRET = statement('select secret from device_secret', deviceSecret.pick('secret'));
