import { waitFor } from '../wait.ts';
import type { inNamespace } from './kubernetes.ts';

const READY_DEADLINE_MS = 900_000;
const NAME = 'load';

type Tools = ReturnType<typeof inNamespace>;

/** Starts the clients of `load.ts` in the cluster; resolves when the first requests are on their way. */
export async function startLoad({ apply, kubectl }: Tools, release: string, image: string): Promise<void> {
  const secret = (name: string, key: string) => ({
    name,
    valueFrom: { secretKeyRef: { name: 'estampa-development', key } },
  });
  // An earlier run that was interrupted leaves its own.
  await kubectl('delete', 'pod', NAME, '--ignore-not-found', '--wait');
  await apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: NAME },
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: NAME,
          image,
          args: ['/app/service/src/cluster/load.ts'],
          env: [
            { name: 'ESTAMPA_LOCAL', value: '/tmp/estampa' },
            { name: 'ESTAMPA_GATEWAY_URL', value: `http://${release}-gateway` },
            secret('ESTAMPA_ADMIN_EMAIL', 'adminEmail'),
            secret('ESTAMPA_ADMIN_PASSWORD', 'adminPassword'),
          ],
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  });
  const isReady = async () => (await readLoad(kubectl).catch(() => '')).includes('"ready":true');
  await waitFor('the load', isReady, { deadlineMs: READY_DEADLINE_MS, everyMs: 1_000 });
}

/** What the clients have printed until now, for `load-report.ts`. */
export const readLoad = (kubectl: Tools['kubectl']): Promise<string> => kubectl('logs', NAME);

export async function stopLoad(kubectl: Tools['kubectl']): Promise<string> {
  const lines = await readLoad(kubectl);
  await kubectl('delete', 'pod', NAME, '--wait');
  return lines;
}
