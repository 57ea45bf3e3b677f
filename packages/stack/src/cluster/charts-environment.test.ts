import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../paths.ts';
import { manifestsIn } from './manifests.ts';
import { PRODUCTION, render, withoutHelm } from './rendered-chart.ts';

/** Of gateway/src/routes/product-images.ts. */
const PHOTO_DEADLINE_MS = 90_000;
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

(withoutHelm ? describe.skip : describe)(`the environment of processes${withoutHelm}`, () => {
  it('gives calls under way more than a render or a photo may take', async () => {
    const pods = manifestsIn(render(...PRODUCTION)).filter(({ kind }) => kind === 'Deployment');
    const { RENDER_DEADLINE_MS } = (await import(join(REPOSITORY, 'gateway/src/routes/render-deadline.ts'))) as {
      RENDER_DEADLINE_MS: number;
    };
    const graces = pods.map(({ metadata: { name }, spec: { template } }) => {
      const env = template.spec.containers[0]!.env as { name: string; value?: string }[] | undefined;
      return [name, Number(env?.find((one) => one.name === 'DRAIN_CALLS_MS')?.value)];
    });

    expect(graces.length).toBeGreaterThan(7);
    for (const [name, graceMs] of graces.filter(([, ms]) => !Number.isNaN(ms)))
      expect([name, Number(graceMs) > (name === 'estampa-gateway' ? PHOTO_DEADLINE_MS : RENDER_DEADLINE_MS)]).toEqual([
        name,
        true,
      ]);
  });

  it('names standbys where there are reads for them', () => {
    const named = manifestsIn(render(...PRODUCTION)).flatMap(({ kind, metadata, spec }) => {
      const env = (kind === 'Deployment' && spec.template.spec.containers[0]!.env) || [];
      const found = (env as { name: string; value?: string }[]).find(({ name }) => name === 'DATABASE_READ_URL');
      return found ? [[metadata.name, found.value]] : [];
    });

    expect(named).toEqual([
      ['estampa-storefront', 'postgres://storefront:$(DATABASE_PASSWORD)@estampa-postgres-ro:5432/storefront'],
    ]);
  });

  it('gives storage keys only where a secret of them is named, and a service account its role', () => {
    const role = 'arn:aws:iam::123456789012:role/example-images';
    const own = { serviceAccountAnnotations: { 'eks.amazonaws.com/role-arn': role } };
    const others = ['--set', 'global.storage.secret=', '--set-json', `media-render=${JSON.stringify(own)}`];
    const identity = render(...PRODUCTION, ...others);

    expect(count(render(...PRODUCTION), /name: S3_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY)$/gm)).toBeGreaterThan(3);
    expect(identity).not.toMatch(/S3_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY)|name: ""/);
    const accounts = manifestsIn(identity).filter(({ kind }) => kind === 'ServiceAccount');
    expect(accounts.filter((one) => JSON.stringify(one).includes(role)).map(({ metadata }) => metadata.name)).toEqual([
      'estampa-media-render',
    ]);
  });

  it('signs in to Kafka by a token, of a server, in a file or by IAM', () => {
    const kafka = 'global.kafka.tls.enabled=true,global.kafka.sasl.mechanism=oauthbearer,global.kafka.sasl';
    const byServer = render(...PRODUCTION, '--set', `${kafka}.tokenUrl=https://sso.example/token`);
    const byFile = render(...PRODUCTION, '--set', `${kafka}.tokenFile=/token/kafka`);

    for (const name of ['KAFKA_SASL_TOKEN_URL', 'KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'])
      expect([name, byServer.includes(`name: ${name}`)]).toEqual([name, true]);
    expect(byFile).toContain('{ name: KAFKA_SASL_TOKEN_FILE, value: "/token/kafka" }');
    expect(byFile).not.toMatch(/KAFKA_SASL_(?:TOKEN_URL|USERNAME|PASSWORD)/);
    const byIam = render(...PRODUCTION, '--set', `${kafka}.awsRegion=eu-central-1`);
    expect(byIam).toContain('{ name: KAFKA_SASL_AWS_REGION, value: "eu-central-1" }');
    expect(byIam).not.toMatch(/KAFKA_SASL_(?:TOKEN_URL|TOKEN_FILE|USERNAME|PASSWORD)/);
  });

  it('says what traces come from', () => {
    const text = render(...PRODUCTION, '--set', 'global.traces.endpoint=http://collector:4318,catalog.image.tag=9.9.9');
    const attributes = [...text.matchAll(/name: OTEL_RESOURCE_ATTRIBUTES\n +value: "([^"]+)"/g)].map(
      ([, value]) => value!,
    );
    const pod = 'k8s.pod.name=$(K8S_POD_NAME),k8s.namespace.name=$(K8S_NAMESPACE_NAME),k8s.node.name=$(K8S_NODE_NAME)';

    expect(attributes.length).toBe(count(text, /name: OTEL_EXPORTER_OTLP_ENDPOINT/g));
    expect(attributes).toContain(`service.version=9.9.9,deployment.environment.name=production,${pod}`);
    for (const field of ['metadata.name', 'metadata.namespace', 'spec.nodeName'])
      expect(count(text, new RegExp(`fieldPath: ${field} `, 'g'))).toBe(attributes.length);
    expect(
      render(...PRODUCTION, '--set', 'global.traces.environment=staging,global.traces.endpoint=http://c'),
    ).toContain('deployment.environment.name=staging,');
  });
});
