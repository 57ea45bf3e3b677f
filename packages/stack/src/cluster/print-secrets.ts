import { developmentSecrets } from './secrets.ts';

const [NAMESPACE, RELEASE] = ['estampa', 'estampa'];

/** `npm run --silent cluster:secrets [namespace [release]] | kubectl apply -f -` */
export async function printSecrets([namespace = NAMESPACE, release = RELEASE]: readonly string[]): Promise<number> {
  console.log(JSON.stringify(developmentSecrets(namespace, release), null, 2));
  return 0;
}
