import { expect, it } from 'vitest';
import { addedBy, rawMethod } from './raw-service.ts';

it.each([
  [undefined, { requestStream: false, responseStream: false }],
  ['responses', { requestStream: false, responseStream: true }],
  ['both', { requestStream: true, responseStream: true }],
] as const)('a method with streams %s passes bytes as they are', (stream, streams) => {
  const method = rawMethod('a.Service', 'Do', stream);
  const bytes = Buffer.from('bytes');

  expect(method).toMatchObject({ path: '/a.Service/Do', ...streams });
  for (const pass of [
    method.requestSerialize,
    method.requestDeserialize,
    method.responseSerialize,
    method.responseDeserialize,
  ])
    expect(pass(bytes)).toBe(bytes);
});

it('remembers what a library adds, by the name of the service', () => {
  const [definition, implementation] = [{ Do: rawMethod('a.Service', 'Do') }, { Do: () => undefined }];

  expect(addedBy((server) => server.addService(definition, implementation))).toEqual(
    new Map([['a.Service', { definition, implementation }]]),
  );
});
