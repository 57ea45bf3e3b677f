import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { makeSecrets } from '../secrets.ts';
import { ADMIN, DEMO_SENDER, databaseName } from '../topology.ts';
import { type KeyPair, makeCertificates } from './certificates.ts';

/** A Kubernetes object, as `kubectl apply` takes it. */
export type Manifest = Readonly<Record<string, unknown>>;

/**
 * All secrets that k8s/development and charts/estampa name, with values of chance; for one namespace and release. A real installation has
 * those of production-secrets.ts.
 */
export function developmentSecrets(namespace: string, release: string): Manifest {
  const made = makeSecrets();
  const grpcHost = (name: string) => `${release}-${name}-grpc.${namespace}.svc`;
  const certificates = makeCertificates([...SERVICE_NAMES, 'gateway'], grpcHost);
  const serverHosts: Record<string, string> = {
    postgres: 'postgres',
    kafka: `kafka.${namespace}.svc`,
    pgbouncer: `${release}-pgbouncer`,
  };
  // With the services' own as clients of PostgreSQL and PgBouncer.
  const servers = makeCertificates(
    [...Object.keys(serverHosts), 'database-client'],
    (name) => serverHosts[name] ?? name,
  );
  const { jwtPrivateKey, ...shared } = made;
  const passwords = Object.fromEntries(SERVICE_NAMES.map((name) => [databaseName(name, ''), made.databasePassword]));
  const secrets: Record<string, Record<string, string>> = {
    'estampa-development': { ...shared, adminEmail: ADMIN.email, adminPassword: ADMIN.password },
    'estampa-database': passwords,
    'estampa-storage': { accessKeyId: made.s3AccessKeyId, secretAccessKey: made.s3SecretAccessKey },
    'estampa-identity': {
      jwtPrivateKey,
      smtpUrl: 'smtp://mail:1025',
      adminEmail: ADMIN.email,
      adminPassword: ADMIN.password,
    },
    'estampa-payments': {
      asaasApiKey: made.asaasApiKey,
      asaasWebhookToken: made.asaasWebhookToken,
      mercadoPagoAccessToken: made.mercadoPagoAccessToken,
      mercadoPagoWebhookSecret: made.mercadoPagoWebhookSecret,
      receiptKeys: made.receiptKey,
    },
    'estampa-shipping': {
      melhorEnvioToken: made.melhorEnvioToken,
      melhorEnvioWebhookSecret: made.melhorEnvioWebhookSecret,
      quoteKeys: made.shippingQuoteKey,
      sender: JSON.stringify(DEMO_SENDER),
    },
    'estampa-pgbouncer': { 'userlist.txt': usersOf(passwords) },
    ...Object.fromEntries(Object.entries(servers).map(([name, pair]) => [`estampa-${name}-tls`, withKeystore(pair)])),
    ...Object.fromEntries(Object.entries(certificates).map(([name, pair]) => [`estampa-${name}-grpc-tls`, pair])),
  };
  return secretList(namespace, secrets);
}

/** As PgBouncer reads them. */
const usersOf = (passwords: Readonly<Record<string, string>>): string =>
  Object.entries(passwords)
    .map(([role, password]) => `"${role}" "${password}"\n`)
    .join('');

/** Kafka reads a key and its certificate from one file. */
const withKeystore = (pair: KeyPair) => ({ ...pair, 'keystore.pem': `${pair['tls.key']}${pair['tls.crt']}` });

/** One `List` of all secrets. Those with a user name and a password have the type `kubernetes.io/basic-auth`, which operators require. */
export function secretList(namespace: string, secrets: Readonly<Record<string, Record<string, string>>>): Manifest {
  const items = Object.entries(secrets).map(([name, stringData]) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace },
    ...('username' in stringData && { type: 'kubernetes.io/basic-auth' }),
    stringData,
  }));
  return { apiVersion: 'v1', kind: 'List', items };
}
