import { readEnv, serviceConfig } from '@estampa/kit/service/config';
import { z } from 'zod';

export const readConfig = () => readEnv(z.object(serviceConfig), process.env);
