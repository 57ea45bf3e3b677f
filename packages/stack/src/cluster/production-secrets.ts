import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { makeSecrets } from '../secrets.ts';
import { databaseName } from '../topology.ts';
import { type Manifest, secretList } from './secrets.ts';

/** Prefix of values that an operator has to fill in, as they come from a third party or are a choice. */
const OPEN = 'REPLACE: ';

/**
 * All secrets that charts/estampa/values-production.yaml and k8s/production refer to and no operator creates. Our own
 * passwords and keys are random, and equal wherever the same one is named twice; those of third parties are REPLACE.
 */
export function productionSecrets(namespace: string): Manifest {
  const made = makeSecrets();
  const roles = SERVICE_NAMES.map((name) => {
    return { name, username: databaseName(name, ''), password: makeSecrets().databasePassword };
  });
  return secretList(namespace, {
    ...Object.fromEntries(
      roles.map(({ name, username, password }) => [`estampa-role-${name}`, { username, password }]),
    ),
    ...Object.fromEntries(
      roles.map(({ name, username }) => {
        return [
          `estampa-role-${name}-owner`,
          { username: `${username}_owner`, password: makeSecrets().databasePassword },
        ];
      }),
    ),
    'estampa-pgbouncer': {
      'userlist.txt': roles.map(({ username, password }) => `"${username}" "${password}"\n`).join(''),
    },
    'estampa-identity': {
      jwtPrivateKey: made.jwtPrivateKey,
      smtpUrl: `${OPEN}smtps://user:password@mail.example:465`,
      adminEmail: `${OPEN}who invites the first artists`,
      adminPassword: made.databasePassword,
    },
    'estampa-payments': {
      asaasApiKey: `${OPEN}from Asaas`,
      asaasWebhookToken: made.asaasWebhookToken,
      receiptKeys: made.receiptKey,
    },
    'estampa-shipping': {
      melhorEnvioToken: `${OPEN}from Melhor Envio`,
      melhorEnvioWebhookSecret: `${OPEN}of the application at Melhor Envio`,
      quoteKeys: made.shippingQuoteKey,
      sender: `${OPEN}whose parcels they are, as JSON: see the README of fulfillment-shipping`,
    },
    'estampa-storage': { accessKeyId: `${OPEN}of the bucket of images`, secretAccessKey: `${OPEN}of the same` },
  });
}
