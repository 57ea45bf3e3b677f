import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Secrets {
  readonly postgresPassword: string;
  readonly databasePassword: string;
  readonly s3AccessKeyId: string;
  readonly s3SecretAccessKey: string;
  readonly asaasApiKey: string;
  readonly asaasWebhookToken: string;
  readonly melhorEnvioToken: string;
  readonly melhorEnvioWebhookSecret: string;
  readonly jwtPrivateKey: string;
}

const SECRET_BYTES = 24;
const ACCESS_KEY_BYTES = 10;

/** The random secrets of one local stack, made at its first start. */
export function readOrMakeSecrets(file: string): Secrets {
  if (existsSync(file)) return { ...makeSecrets(), ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) };
  const secrets = makeSecrets();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

export function makeSecrets(): Secrets {
  return {
    postgresPassword: randomHex(),
    databasePassword: randomHex(),
    s3AccessKeyId: randomBytes(ACCESS_KEY_BYTES).toString('hex').toUpperCase(),
    s3SecretAccessKey: randomHex(),
    asaasApiKey: `$aact_local_${randomHex()}`,
    asaasWebhookToken: randomHex(),
    melhorEnvioToken: randomHex(),
    melhorEnvioWebhookSecret: randomHex(),
    jwtPrivateKey: makeSigningKey(),
  };
}

const randomHex = () => randomBytes(SECRET_BYTES).toString('hex');

function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
