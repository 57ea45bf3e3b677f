import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Exchange, examplesOf } from '../examples.ts';
import { LOCAL, REPOSITORY } from '../paths.ts';
import { generateContracts } from './gen.ts';
import { presentDocument } from './released-openapi.ts';
import { spawnVitest } from './test.ts';

const EXAMPLES = join(REPOSITORY, 'gateway/src/openapi/examples.json');

/** Writes the examples of the OpenAPI document anew: what a run of the end-to-end tests of all routes sent and got. */
export async function examples(): Promise<number> {
  await generateContracts();
  const file = join(LOCAL, `exchanges-${process.pid}.jsonl`);
  try {
    const env = { ESTAMPA_EXCHANGES: file };
    const code = await spawnVitest(
      ['run', 'e2e/edge-contract', '-t', '(what is shown as an example|records with an owner)'],
      {
        stdio: 'inherit',
        env,
      },
    );
    if (code !== 0) return code;
    const exchanges = readFileSync(file, 'utf8').trim().split('\n');
    storeExamples(
      exchanges.map((line) => JSON.parse(line) as Exchange),
      await presentDocument(),
    );
    return 0;
  } finally {
    rmSync(file, { force: true });
  }
}

export function storeExamples(exchanges: readonly Exchange[], document: string): void {
  const found = examplesOf(exchanges, JSON.parse(document));
  const lines = Object.entries(found).map(([name, example]) => `${JSON.stringify(name)}: ${JSON.stringify(example)}`);
  writeFileSync(EXAMPLES, `{\n${lines.join(',\n')}\n}\n`);
}
