import { parseArgs } from 'node:util';
import { productionSecrets } from './production-secrets.ts';
import { developmentSecrets } from './secrets.ts';

const [NAMESPACE, RELEASE] = ['estampa', 'estampa'];

/**
 * `npm run --silent cluster:secrets [namespace [release]] | kubectl apply -f -`; with `--production` those of a real installation, into a file in which some are to be
 * replaced before it is applied.
 */
export async function printSecrets(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { production: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [namespace = NAMESPACE, release = RELEASE] = positionals;
  const secrets = values.production ? productionSecrets(namespace) : developmentSecrets(namespace, release);
  console.log(JSON.stringify(secrets, null, 2));
  return 0;
}
