import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { requestBytes } from '../load/connection.ts';
import { expectResponse } from '../cases/expect.ts';
import type { Limit } from '../cases/case.ts';

/** What Express alone achieves with the same bytes: one route in a process of its own, without any query. */
export const bareExpress = (body: Buffer): Limit => ({
  title: 'bare Express with the same bytes',
  by: 'throughput',
  async start() {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-express-server.ts')], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    child.stdin.end(body);
    const [url] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const request = requestBytes({ path: '/page' });
    return {
      url: url.trim(),
      act: async (connection) => expectResponse(await connection.send(request), 200, body),
      async close() {
        child.kill();
        await once(child, 'exit');
      },
    };
  },
});
