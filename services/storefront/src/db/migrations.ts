import { join } from 'node:path';
import { migrationsIn } from '@estampa/kit/postgres/migration-files';

export const migrations = await migrationsIn(join(import.meta.dirname, 'migrations'));
