import { peerConfig, readEnv, serviceConfig } from '@estampa/kit/service/config';
import { z } from 'zod';

const { IDENTITY_ADDRESS, MEDIA_RENDER_ADDRESS } = peerConfig;

export const readConfig = () =>
  readEnv(z.object({ ...serviceConfig, IDENTITY_ADDRESS, MEDIA_RENDER_ADDRESS }), process.env);

export type Config = ReturnType<typeof readConfig>;
