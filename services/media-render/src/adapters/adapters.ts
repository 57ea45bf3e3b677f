import { restrictDecoders } from './decoding.ts';
import { MockupStudio } from './mockup-studio.ts';
import { ObjectStore } from './object-store.ts';

type Settings = {
  S3_ENDPOINT: string;
  S3_REGION: string;
  S3_ACCESS_KEY_ID: string;
  S3_SECRET_ACCESS_KEY: string;
  S3_BUCKET: string;
  S3_PUBLIC_ACL: 'public-read' | null;
  UPLOAD_URL: string;
  CDN_URL: string;
  RENDER_CACHE_BYTES: number;
};

export function createAdapters(settings: Settings, resources: AsyncDisposableStack) {
  restrictDecoders();
  const store = resources.use(
    new ObjectStore({
      endpoint: settings.S3_ENDPOINT,
      region: settings.S3_REGION,
      accessKeyId: settings.S3_ACCESS_KEY_ID,
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
      bucket: settings.S3_BUCKET,
      publicAcl: settings.S3_PUBLIC_ACL,
      uploadUrl: settings.UPLOAD_URL,
      cdnUrl: settings.CDN_URL,
    }),
  );
  return { store, studio: new MockupStudio(store, settings.RENDER_CACHE_BYTES) };
}
