import { baseUrl, readEnv, serviceConfig } from '@estampa/kit/service/config';
import { z } from 'zod';

export const readConfig = () => readEnv(z.object({ ...serviceConfig, CDN_URL: baseUrl }), process.env);

export type Config = ReturnType<typeof readConfig>;
