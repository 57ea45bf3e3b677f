import { waitFor } from '../wait.ts';
import type { inNamespace } from './kubernetes.ts';

type Kubectl = ReturnType<typeof inNamespace>['kubectl'];

/** The parts of `kubectl get pods --output json` that are used. */
export interface PodList {
  readonly items: readonly {
    readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
    readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
  }[];
}

const REPLACED_DEADLINE_MS = 300_000;
/** The chart's terminationGraceSeconds and what a busy node adds to it. */
const GONE_DEADLINE_MS = 120_000;
const POLL_EVERY_MS = 500;
const KINDS =
  'pods,all,configmaps,secrets,serviceaccounts,networkpolicies,poddisruptionbudgets,ingresses,cronjobs,jobs,horizontalpodautoscalers';

/** Those that take requests: ready, and not on their way out. */
export const servingIn = ({ items }: PodList): string[] =>
  items
    .filter(({ metadata, status }) => {
      const isReady = status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True') ?? false;
      return isReady && metadata.deletionTimestamp === undefined;
    })
    .map(({ metadata }) => metadata.name);

/** Whether as many serve as did before the victim went, one that is new among them. */
export const isReplaced = (victim: string, before: readonly string[], now: readonly string[]): boolean =>
  now.length >= before.length && !now.includes(victim) && now.some((name) => !before.includes(name));

/**
 * Kills a serving pod a second after its termination began, while it still serves; resolves when a new one serves in
 * its place. A forced deletion would be milder, as the kubelet then grants the pod its full grace period.
 */
export async function killOne(kubectl: Kubectl, name: string): Promise<void> {
  const selector = `app.kubernetes.io/name=${name},app.kubernetes.io/component=server`;
  const serving = async () => {
    const list = await kubectl('get', 'pods', '--selector', selector, '--output', 'json');
    return servingIn(JSON.parse(list) as PodList);
  };
  const before = await serving();
  const [victim] = before;
  if (!victim) throw new Error(`No pod of ${name} serves`);
  await kubectl('delete', 'pod', victim, '--grace-period=1', '--wait=false');
  await waitFor(`another pod of ${name}`, async () => isReplaced(victim, before, await serving()), {
    deadlineMs: REPLACED_DEADLINE_MS,
    everyMs: POLL_EVERY_MS,
  });
}

/** What is left of a release once its pods have had their time to end; the pod of `helm test` is Helm's to leave. */
export async function leftOf(kubectl: Kubectl, release: string): Promise<string[]> {
  const selector = `app.kubernetes.io/part-of=estampa,app.kubernetes.io/instance=${release},app.kubernetes.io/name!=smoke`;
  let left: string[] = [];
  const isEmpty = async () => {
    const names = await kubectl('get', KINDS, '--selector', selector, '--output', 'name');
    left = names.split('\n').filter((line) => line.includes('/'));
    return left.length === 0;
  };
  await waitFor('an empty namespace', isEmpty, { deadlineMs: GONE_DEADLINE_MS, everyMs: POLL_EVERY_MS }).catch(
    (error: unknown) => {
      if (left.length === 0) throw error;
    },
  );
  return left;
}
