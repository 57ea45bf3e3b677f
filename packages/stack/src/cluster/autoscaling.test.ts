import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@estampa/kernel/topics';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../paths.ts';
import { manifestsIn, manifestsOf } from './manifests.ts';
import { PRODUCTION, render, withoutHelm } from './rendered-chart.ts';

const PROCESSES = [...SERVICE_NAMES, 'gateway'];
const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');

/** What three replicas of each process request, as the page on scale computes it of the bench. */
const computed = (): Map<string, string> =>
  new Map(
    [...read('docs/operations/scale.md').matchAll(/^\| ([a-z-]+) \| [\d.]+ \| (\d+m) \|$/gm)].map(([, name, cpu]) => [
      name!,
      cpu!,
    ]),
  );

(withoutHelm ? describe.skip : describe)(`the scale of production${withoutHelm}`, () => {
  const release = withoutHelm ? [] : manifestsIn(render(...PRODUCTION));
  const specOf = (kind: string, name: string) =>
    release.find((one) => one.kind === kind && one.metadata.name === `estampa-${name}`)!.spec;
  type External = { external: { metric: { name: string; selector: { matchLabels: Record<string, string> } } } };
  const signalsOf = (name: string) =>
    (specOf('HorizontalPodAutoscaler', name).metrics as { type: string }[])
      .filter(({ type }) => type === 'External')
      .map((one) => (one as unknown as External).external.metric);

  it('requests the processor time that the bench measured', () => {
    const requested = PROCESSES.map((name) => {
      return [name, String(specOf('Deployment', name).template.spec.containers[0].resources.requests.cpu)] as const;
    });

    expect(computed().size).toBe(PROCESSES.length);
    expect(new Map(requested)).toEqual(computed());
  });

  it('scales by consumer lag and by the age of the oldest render that is awaited', () => {
    for (const name of PROCESSES) {
      const consumes = read('k8s/production/kafka.yaml').includes(`{ type: group, name: ${name} }`);
      const expected = [
        ...(name === 'media-render' ? ['render_requests_oldest_seconds'] : []),
        ...(consumes ? ['kafka_consumer_lag_events'] : []),
      ];
      expect([name, signalsOf(name).map((metric) => metric.name)]).toEqual([name, expected]);
      // As ServiceMonitors name their jobs.
      for (const { selector } of signalsOf(name)) expect(selector.matchLabels).toEqual({ job: name });
    }
  });

  it('follows only what the adapter publishes and the processes export', () => {
    const [rules] = manifestsOf('k8s/production/prometheus-adapter.yaml') as unknown as [
      { rules: { external: { seriesQuery: string }[] } },
    ];
    const adapted = rules.rules.external.map(({ seriesQuery }) => seriesQuery.split('{')[0]!);

    expect(new Set(PROCESSES.flatMap((name) => signalsOf(name).map((metric) => metric.name)))).toEqual(
      new Set(adapted),
    );
    const exported = read('packages/kit/src/events/delivery-metrics.ts') + read('services/media-render/src/metrics.ts');
    for (const name of adapted) expect(exported).toContain(`'${name}'`);
  });

  it('has no more consumers than a topic has partitions', () => {
    const partitions = manifestsOf('k8s/production/kafka.yaml').flatMap(({ spec }) => spec.partitions ?? []);

    for (const name of SERVICE_NAMES)
      expect(specOf('HorizontalPodAutoscaler', name).maxReplicas).toBeLessThanOrEqual(Math.min(...partitions));
  });
});
