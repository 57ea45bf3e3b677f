import { readEnv, serviceConfig } from '@estampa/kit/config';
import { z } from 'zod';

export const readConfig = () => readEnv(z.object(serviceConfig), process.env);
