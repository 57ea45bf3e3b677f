import { createLog } from './log.ts';
import { startTraceReceiver } from '@estampa/testing/trace-receiver';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { beginTrace } from './trace.ts';
import { startTracing } from './tracing.ts';
import { tracingConfig } from './tracing-config.ts';

const schema = z.object(tracingConfig);

describe('a trace', () => {
  it('says which version of what it comes from, and where that runs', async () => {
    await using receiver = await startTraceReceiver();
    const config = schema.parse({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_RESOURCE_ATTRIBUTES:
        'service.version=1.2.3,deployment.environment.name=a%2Cb, k8s.pod.name=catalog-1,service.name=other',
    });
    const tracing = await startTracing('catalog', config, createLog('catalog', 'silent'));
    beginTrace('get', '/orders', null)!.end();
    await tracing[Symbol.asyncDispose]();

    expect(receiver.spans.map(({ resource }) => resource)).toEqual([
      {
        'service.name': 'catalog',
        'service.namespace': 'estampa',
        'service.instance.id': expect.any(String) as unknown,
        'service.version': '1.2.3',
        'deployment.environment.name': 'a,b',
        'k8s.pod.name': 'catalog-1',
      },
    ]);
  });

  it.each(['service.version', '=1', 'a b=1', 'service.version=%ff'])('rejects the attributes %j', (text) => {
    expect(schema.safeParse({ OTEL_RESOURCE_ATTRIBUTES: text }).error?.issues[0]?.message).toMatch(
      /^must be key=value/,
    );
  });

  it('needs no attributes', () => {
    expect(schema.parse({}).OTEL_RESOURCE_ATTRIBUTES).toEqual({});
  });
});
