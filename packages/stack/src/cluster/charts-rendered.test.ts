import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { REPOSITORY } from '../paths.ts';

const CHART = join(REPOSITORY, 'charts/estampa');
const CUSTOM = ['cert-manager.io/v1', 'monitoring.coreos.com/v1', 'gateway.networking.k8s.io/v1'];
const DEVELOPMENT = ['--values', join(CHART, 'values-development.yaml')];
const PRODUCTION = [
  '--values',
  join(CHART, 'values-production.yaml'),
  ...CUSTOM.flatMap((api) => ['--api-versions', api]),
];
const POOLED = [...DEVELOPMENT, '--set', 'global.pgbouncer.enabled=true,httpRoute.enabled=true,global.tls.mode=off'];

const helm = (...args: string[]): string =>
  execFileSync('helm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 32 * 1024 * 1024 });
const render = (...args: string[]) =>
  helm('template', 'estampa', CHART, '--namespace', 'estampa', '--kube-version', '1.34.0', ...args);

function whyNot(): string {
  try {
    helm('version');
    return '';
  } catch {
    return ' (skipped: there is no helm in the PATH)';
  }
}

const skipped = whyNot();
const withHelm = skipped ? describe.skip : describe;
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

withHelm(`rendered charts${skipped}`, () => {
  it.each([
    ['development', DEVELOPMENT],
    ['production', PRODUCTION],
    ['pooled', POOLED],
  ])('of %s hold each container to the rules', (_, args) => {
    const text = render(...args);
    const containers = count(text, /^ +image: "?[\w./-]+:[\w.-]+"?$/gm);

    expect(containers).toBeGreaterThan(15);
    expect(count(text, /image:/g)).toBe(containers);
    for (const rule of [/readOnlyRootFilesystem: true/g, /allowPrivilegeEscalation: false/g, /drop: \[ALL\]/g])
      expect([rule, count(text, rule)]).toEqual([rule, containers]);
    expect(count(text, /limits:/g)).toBe(containers);
    expect(text).not.toMatch(/:latest\b|privileged: true|hostPath|hostNetwork: true|kind: Secret$/m);
  });

  it('of production ask cert-manager for a certificate of every service, and Prometheus to look at each', () => {
    const text = render(...PRODUCTION);

    expect([count(text, /^kind: Certificate$/gm), count(text, /^kind: ServiceMonitor$/gm)]).toEqual([8, 8]);
    expect(count(text, /^kind: HorizontalPodAutoscaler$/gm)).toBe(8);
  });

  it('lead services through PgBouncer, but for what needs a session', () => {
    const text = render(...POOLED);

    expect(text).toContain('postgres://catalog:$(DATABASE_PASSWORD)@estampa-pgbouncer:6432/catalog"');
    expect(text).toContain(
      '{ name: DATABASE_SESSION_URL, value: "postgres://catalog:$(DATABASE_PASSWORD)@postgres:5432/catalog" }',
    );
  });

  it.each([
    ['a misspelt setting', ['--set', 'catalog.replica=3'], /replica/],
    ['the tag "latest"', ['--set', 'global.image.tag=latest'], /tag/],
    ['certificates where nobody makes them', ['--set', 'global.tls.mode=certManager'], /certManager/],
    ['no database', ['--set', 'global.database.host='], /say where PostgreSQL is/],
  ])('refuse %s', (_, args, reason) => {
    expect(() => render(...DEVELOPMENT, ...args)).toThrow(reason);
  });

  it('pass lint', () => {
    expect(helm('lint', CHART, '--strict', '--kube-version', '1.34.0', ...DEVELOPMENT)).toContain('0 chart(s) failed');
  });
});
