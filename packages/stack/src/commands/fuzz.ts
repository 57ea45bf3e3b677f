import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from '../demo/api.ts';
import { LOCAL } from '../paths.ts';
import { findRunningStack } from '../stack-file.ts';
import { generateContracts } from './gen.ts';
import { spawnVitest } from './test.ts';

const RUNS = '50';
const SEEDS = 2 ** 31;
/** `python3 -m venv .local/schemathesis && .local/schemathesis/bin/pip install schemathesis==4.32.5` */
const SCHEMATHESIS = join(LOCAL, 'schemathesis/bin/schemathesis');
/** What the document promises; what is outside of JSON Schema, such as check digits, it cannot say. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
].join(',');
/** Would end the session that the requests are made with. */
const LEFT_OUT = ['logOut', 'suspendUser', 'removeUserRole'];

/**
 * Tries every operation with many requests, others each time unless a seed is given: `npm run fuzz -- [runs] [seed]`. Then,
 * when it is installed and a stack runs, schemathesis does so by its own ideas.
 */
export async function fuzz([runs = RUNS, seed = String(randomInt(SEEDS))]: readonly string[]): Promise<number> {
  console.log(`${runs} requests to every operation, seed ${seed}`);
  await generateContracts();
  const env = { ESTAMPA_FUZZ_RUNS: runs, ESTAMPA_FUZZ_SEED: seed };
  const own = await spawnVitest(['run', 'e2e/edge-contract', '-t', 'whatever is sent'], { stdio: 'inherit', env });
  const stack = findRunningStack();
  if (!stack || !existsSync(SCHEMATHESIS)) {
    console.log('schemathesis left out: it needs a stack that runs, and an installation in .local/schemathesis');
    return own;
  }
  const admin = stack.logins.find(({ role }) => role === 'admin')!;
  const { accessToken } = await new Api(stack.gatewayUrl).client.logIn({ body: admin });
  const others = await runSchemathesis([
    'run',
    `${stack.gatewayUrl}/openapi.json`,
    `--header=Authorization: Bearer ${accessToken}`,
    `--checks=${CHECKS}`,
    `--max-examples=${runs}`,
    `--seed=${seed}`,
    '--exclude-tag=Files',
    ...LEFT_OUT.flatMap((name) => `--exclude-operation-id=${name}`),
  ]);
  return own || others;
}

function runSchemathesis(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const tool = spawn(SCHEMATHESIS, args, { cwd: LOCAL, stdio: 'inherit' });
    tool.once('error', reject);
    tool.once('exit', (code) => resolve(code ?? 1));
  });
}
