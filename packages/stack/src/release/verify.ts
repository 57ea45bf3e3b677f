import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Step } from '../infrastructure/infrastructure.ts';
import { createStep } from '../terminal.ts';
import { isSignedBy, readVerifyingKey } from './signature.ts';
import { checksumsOf, type Release } from './signed-release.ts';
import { checkClient } from './verify-client.ts';
import { checkChart, checkContents } from './verify-contents.ts';
import { checkLayout } from './verify-layout.ts';
import { checkProvenance, checkSignatures } from './verify-signatures.ts';

const USAGE = `usage: npm run release:verify -- DIRECTORY [--key FILE]

Checks what \`npm run release\` made. Without --key (a public key in PEM) signatures are checked with the key that lies next to them,
which shows that nothing was changed since, and not who signed.`;

/** Checks a release by what lies there alone, so that it can be checked far from where it was made. */
export async function verifyRelease(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { key: { type: 'string' } },
  });
  const [given] = positionals;
  if (!given) throw new Error(USAGE);
  const directory = resolve(given);
  if (!existsSync(join(directory, 'release.json')))
    throw new Error(`${directory} is no release: it has no release.json`);
  const key = readVerifyingKey(values.key ?? join(directory, 'signing-key.pub'));
  const step = createStep();
  const { version } = await checkRelease(directory, key, step);
  await step('the client installs and its types hold', () =>
    checkClient(join(directory, `estampa-client-${version}.tgz`)),
  );
  console.log(values.key ? 'Verified.' : 'Verified, by the key that lies next to it: give --key to know who signed.');
  return 0;
}

/** All checks but that of the client, which installs it; throws at the first that fails. */
export async function checkRelease(directory: string, key: KeyObject, step: Step): Promise<Release> {
  await step('files are those that were signed', async () => checkFiles(directory, key));
  const made = JSON.parse(readFileSync(join(directory, 'release.json'), 'utf8')) as Release;
  await step('images and chart are what their names say', () => checkLayout(join(directory, 'oci'), made));
  await step('signatures of images and chart', async () => checkSignatures(join(directory, 'signatures'), made, key));
  await step('provenance names what lies here', async () => checkProvenance(directory, made, key));
  await step('SBOMs list what images hold', () => checkContents(directory, made));
  await step('the chart runs these images', () => checkChart(join(directory, 'oci'), made));
  return made;
}

function checkFiles(directory: string, key: KeyObject): void {
  const sums = readFileSync(join(directory, 'SHA256SUMS'), 'utf8');
  const signature = readFileSync(join(directory, 'SHA256SUMS.sig'), 'utf8');
  if (!isSignedBy(Buffer.from(sums), signature, key)) throw new Error('SHA256SUMS is not signed by this key');
  const linesOf = (text: string) => new Set(text.split('\n'));
  const different = linesOf(sums).symmetricDifference(linesOf(checksumsOf(directory)));
  const paths = new Set([...different].map((line) => line.split('  ')[1]));
  if (paths.size > 0) throw new Error(`Files were changed, added or removed: ${[...paths].slice(0, 5).join(', ')}`);
}
