import { appendFileSync } from 'node:fs';

/** Appends every exchange, with the JSON of it, that this process has from now on to a file, a line each. */
export function recordExchanges(file: string): void {
  const plain = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await plain(input, init);
    const type = response.headers.get('content-type') ?? '';
    // The bytes of images are of no use as examples.
    const text = type.includes('json') || response.status === 204 ? await response.clone().text() : '';
    const { method = 'GET', body } = init ?? {};
    const exchange = {
      method,
      url: input instanceof Request ? input.url : input.toString(),
      sent: typeof body === 'string' ? body : null,
      status: response.status,
      text,
    };
    if (text.length < 200_000) appendFileSync(file, `${JSON.stringify(exchange)}\n`);
    return response;
  };
}
