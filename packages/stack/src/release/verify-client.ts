import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from '../run-tool.ts';

const USED = `import { createClient } from '@estampa/client';
const api = createClient({ baseUrl: 'http://127.0.0.1' });
const order: { id: string } = await api.getOrder({ orderId: '' });
// @ts-expect-error There is no such operation.
await api.noSuchOperation({});
export { order };
`;

/** Installs the client in an empty project as its users would, but lets it run nothing: it is not trusted yet. */
export function installClient(tarball: string, project: string): void {
  writeFileSync(join(project, 'package.json'), '{"name":"use","private":true,"type":"module"}\n');
  const quietly = ['--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', '--ignore-scripts', ...quietly, tarball], { cwd: project, stdio: 'pipe' });
}

/** Installs the tarball in an empty project and compiles a program that uses it. */
export async function checkClient(tarball: string): Promise<void> {
  const project = mkdtempSync(join(tmpdir(), 'estampa-use-'));
  try {
    installClient(tarball, project);
    writeFileSync(join(project, 'use.ts'), USED);
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'dom'],
      strict: true,
      noEmit: true,
      types: [],
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
    await runTool('tsc', ['-p', join(project, 'tsconfig.json')]);
    execFileSync(
      'node',
      [
        '--input-type=module',
        '-e',
        "const { createClient } = await import('@estampa/client'); createClient({ baseUrl: 'http://127.0.0.1' })",
      ],
      { cwd: project, stdio: 'pipe' },
    );
  } finally {
    rmSync(project, { recursive: true });
  }
}
