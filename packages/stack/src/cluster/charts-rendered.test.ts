import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifestsIn } from './manifests.ts';
import { CHART, DEVELOPMENT, helm, KUBERNETES, POOLED, PRODUCTION, render, withoutHelm } from './rendered-chart.ts';

const withHelm = withoutHelm ? describe.skip : describe;
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

withHelm(`rendered charts${withoutHelm}`, () => {
  it.each([
    ['development', DEVELOPMENT],
    ['production', PRODUCTION],
    ['pooled', POOLED],
  ])('of %s restrict each container', (_, args) => {
    const text = render(...args);
    const containers = count(text, /^ +image: "?[\w./-]+:[\w.-]+"?$/gm);

    expect(containers).toBeGreaterThan(15);
    expect(count(text, /image:/g)).toBe(containers);
    for (const rule of [/readOnlyRootFilesystem: true/g, /allowPrivilegeEscalation: false/g, /drop: \[ALL\]/g])
      expect([rule, count(text, rule)]).toEqual([rule, containers]);
    expect(count(text, /limits:/g)).toBe(containers);
    expect(text).not.toMatch(/:latest\b|privileged: true|hostPath|hostNetwork: true|kind: Secret$/m);
  });

  it('of production request a certificate from cert-manager for every service, and scraping by Prometheus', () => {
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

  it('protect connections to PostgreSQL as one setting says, those of PgBouncer too', () => {
    const encrypted =
      'global.pgbouncer.enabled=true,global.pgbouncer.tlsSecret=pool,global.database.tls.clientSecret=own';
    const text = render(...PRODUCTION, '--set', encrypted);
    const configured = count(text, /name: DATABASE_URL\b/g);

    expect(configured).toBeGreaterThan(14);
    expect(count(text, /name: DATABASE_TLS, value: "verify-full"/g)).toBe(configured);
    expect(count(text, /name: DATABASE_TLS_CA_FILE, value: \/database-ca\/ca.crt/g)).toBe(configured);
    expect(count(text, /secret: \{ secretName: "estampa-postgres-ca"/g)).toBe(configured + 1);
    expect(count(text, /name: DATABASE_POOLER_TLS, value: "require"/g)).toBe(configured);
    for (const setting of ['server_tls_sslmode = verify-full', 'client_tls_sslmode = require'])
      expect(text).toContain(setting);
    expect(text).not.toMatch(/sslmode=|tls_sslmode = prefer/);
  });

  it('let PgBouncer verify its clients where they have certificates', () => {
    const verified = [...POOLED, '--set', 'global.pgbouncer.clientCaSecret=clients'];
    const text = render(
      ...verified,
      '--set',
      'global.pgbouncer.tlsSecret=pool,global.pgbouncer.clientCaKey=root.crt,global.database.tls.clientSecret=own',
    );

    expect(text).toMatch(/^ *client_tls_sslmode = verify-full\n *client_tls_ca_file = \/client-ca\/root.crt$/m);
    expect(text).toContain('{ name: client-ca, mountPath: /client-ca, readOnly: true }');
    expect(text).toContain('{ name: client-ca, secret: { secretName: "clients", defaultMode: 0440 } }');
    expect(() => render(...verified)).toThrow('set global.pgbouncer.tlsSecret');
    expect(() => render(...verified, '--set', 'global.pgbouncer.tlsSecret=pool')).toThrow(
      'set global.database.tls.clientSecret',
    );
  });

  it('restart PgBouncer when its database server changes', () => {
    const settings = (host: string) =>
      /checksum\/settings: (\w+)/.exec(render(...POOLED, '--set', `global.database.host=${host}`))?.[1];

    expect(settings('one')).toMatch(/^\w{64}$/);
    expect(settings('one')).not.toBe(settings('other'));
  });

  it('let the smoke test reach the gateway, in the image whose digest is given', () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const release = render(...PRODUCTION, '--set', `smoke.digest=${digest}`);
    const policy = release.split('\n---\n').find((object) => object.includes('name: estampa-smoke-gateway\n'));

    expect(policy).toContain('app.kubernetes.io/name: gateway');
    expect(policy).toMatch(/ingress:[^]*app\.kubernetes\.io\/name: smoke[^]*port: http/);
    expect(release).toMatch(new RegExp(`image: "ghcr\\.io/shop/estampa/tools:[\\d.]+@${digest}"`));
  });

  it('give one service an image of its own, and all its pods what else it is given', () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const own = {
      image: { tag: '9.9.9', digest },
      extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/corporate/ca.crt' }],
      extraVolumes: [{ name: 'corporate', configMap: { name: 'corporate-ca' } }],
      extraVolumeMounts: [{ name: 'corporate', mountPath: '/corporate', readOnly: true }],
      podSecurityContext: { runAsNonRoot: true, supplementalGroups: [5] },
    };
    const release = manifestsIn(render(...PRODUCTION, '--set-json', `payouts=${JSON.stringify(own)}`));
    type Pod = { containers: Record<string, unknown>[]; volumes: unknown[]; securityContext: Record<string, unknown> };
    const pods = release.flatMap(({ kind, metadata: { name }, spec }) => {
      const pod = (kind === 'CronJob' ? spec.jobTemplate.spec.template : spec?.template)?.spec as Pod | undefined;
      return pod?.containers ? [{ name, ...pod }] : [];
    });

    const payouts = pods.filter(({ name }) => name.startsWith('estampa-payouts'));
    expect(payouts.map(({ name }) => name).toSorted()).toEqual([
      'estampa-payouts',
      'estampa-payouts-check-ledger',
      'estampa-payouts-migrate',
    ]);
    for (const { containers, volumes, securityContext } of payouts) {
      expect(containers[0]!.image).toBe(`ghcr.io/shop/estampa/payouts:9.9.9@${digest}`);
      expect(containers[0]!.env).toContainEqual(own.extraEnv[0]);
      expect(containers[0]!.volumeMounts).toContainEqual(own.extraVolumeMounts[0]);
      expect(volumes).toContainEqual(own.extraVolumes[0]);
      expect(securityContext).toEqual(own.podSecurityContext);
    }
    const others = pods.filter(({ name }) => !name.startsWith('estampa-payouts'));
    expect(others.length).toBeGreaterThan(10);
    expect(JSON.stringify(others)).not.toMatch(/corporate|9\.9\.9/);
    for (const { name, securityContext } of others)
      expect([name, securityContext.runAsUser]).toEqual([name, name === 'estampa-pgbouncer' ? 70 : 10001]);
  });

  it('run a rebuild only by a job that an operator creates', () => {
    const schedules = manifestsIn(render(...PRODUCTION)).filter(({ kind }) => kind === 'CronJob');

    expect(schedules.map(({ metadata: { name }, spec }) => [name, spec.suspend ?? false])).toEqual(
      expect.arrayContaining([
        ['estampa-payouts-check-ledger', false],
        ['estampa-storefront-rebuild', true],
      ]),
    );
  });

  it('link alerts to where the runbook is', () => {
    const base = 'https://git.shop.example/estampa/blob/main/';
    const text = render(...PRODUCTION, '--set', `global.monitoring.runbookBase=${base}`);

    expect(count(text, /runbook_url: https:\/\/git\.shop\.example\/estampa\/blob\/main\/docs\//g)).toBe(
      count(text, /runbook_url: /g),
    );
  });

  it.each([
    ['a digest that is none', ['--set', 'catalog.image.digest=latest'], /digest/],
    ['a misspelt setting', ['--set', 'catalog.replica=3'], /replica/],
    ['the tag "latest"', ['--set', 'global.image.tag=latest'], /tag/],
    ['certificates without an issuer', ['--set', 'global.tls.mode=certManager'], /certManager/],
    ['sources that can be written in production', ['--set', 'global.service.liveUpdate=true'], /for development/],
    ['an ingress that is not trusted', ['--set', 'ingress.enabled=true,ingress.host=shop.example'], /trustedProxies/],
    ['a route that is not trusted', ['--set', 'httpRoute.enabled=true'], /trustedProxies/],
    ['an end before calls may end', ['--set', 'catalog.drainCallsMs=40000'], /catalog: terminationGraceSeconds/],
    ['no database', ['--set', 'global.database.host='], /say where PostgreSQL is/],
  ])('reject %s', (_, args, reason) => {
    expect(() => render(...DEVELOPMENT, ...args)).toThrow(reason);
  });

  it('pass lint', () => {
    expect(helm('lint', CHART, '--strict', '--kube-version', KUBERNETES, ...DEVELOPMENT)).toContain(
      '0 chart(s) failed',
    );
  });
});

withHelm(`what is watched${withoutHelm}`, () => {
  it.each([
    ['dashboards', /^  name: estampa-dashboard-\w+$/gm, 'ConfigMap', '"panels"'],
    ['alerts', /^kind: PrometheusRule$/gm, 'PrometheusRule', '- alert:'],
  ])('includes all %s in the release, unabridged', (folder, each, kind, content) => {
    const files = readdirSync(join(CHART, folder));
    const documents = render(...PRODUCTION)
      .split(/^---$/m)
      .filter((text) => text.includes(`kind: ${kind}\n`) && text.includes(content));

    expect(count(documents.join(''), each)).toBe(files.length);
    for (const file of files) {
      const lines = readFileSync(join(CHART, folder, file), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.trim());
      const documentsWithLines = documents.map((text) =>
        text
          .split('\n')
          .map((line) => line.trim())
          .join('\n'),
      );
      expect(documentsWithLines.filter((text) => text.includes(lines.join('\n')))).toHaveLength(1);
    }
  });
});
