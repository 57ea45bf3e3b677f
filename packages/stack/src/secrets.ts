import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writePrivateFile } from './private-file.ts';

export interface Secrets {
  readonly postgresPassword: string;
  readonly databasePassword: string;
  readonly s3AccessKeyId: string;
  readonly s3SecretAccessKey: string;
  readonly asaasApiKey: string;
  readonly asaasWebhookToken: string;
  readonly mercadoPagoAccessToken: string;
  readonly mercadoPagoWebhookSecret: string;
  readonly melhorEnvioToken: string;
  readonly melhorEnvioWebhookSecret: string;
  readonly shippingQuoteKey: string;
  readonly receiptKey: string;
  readonly jwtPrivateKey: string;
}

const SECRET_BYTES = 24;
const ACCESS_KEY_BYTES = 10;

/** The random secrets of one local stack: made once, and completed when a later version knows more of them. */
export function readOrMakeSecrets(file: string): Secrets {
  const known = existsSync(file) ? readSecrets(file) : {};
  const fresh = makeSecrets();
  const secrets = { ...fresh, ...known };
  if (Object.keys(fresh).some((name) => !(name in known))) writePrivateFile(file, JSON.stringify(secrets, null, 2));
  return secrets;
}

function readSecrets(file: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    throw new Error(`${file} is broken; the local data cannot be read without it. Drop both with "npm run reset".`, {
      cause: error,
    });
  }
}

export function makeSecrets(): Secrets {
  return {
    postgresPassword: randomHex(),
    databasePassword: randomHex(),
    s3AccessKeyId: randomBytes(ACCESS_KEY_BYTES).toString('hex').toUpperCase(),
    s3SecretAccessKey: randomHex(),
    asaasApiKey: `$aact_local_${randomHex()}`,
    asaasWebhookToken: randomHex(),
    mercadoPagoAccessToken: `TEST-${randomHex()}`,
    mercadoPagoWebhookSecret: randomHex(),
    melhorEnvioToken: randomHex(),
    melhorEnvioWebhookSecret: randomHex(),
    shippingQuoteKey: randomHex(),
    receiptKey: randomHex(),
    jwtPrivateKey: makeSigningKey(),
  };
}

const randomHex = () => randomBytes(SECRET_BYTES).toString('hex');

function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
