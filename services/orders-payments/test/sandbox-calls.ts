/** The provider's published test cards. */
export const CARD = { ok: '4444444444444444', declined: '5184019740373151' };

/** The sandbox's JSON API, and the forms of its pages. */
export function sandboxCalls(url: string, headers: Record<string, string> = {}) {
  return {
    // oxlint-disable-next-line no-explicit-any -- the JSON of many controls
    async call(method: string, path: string, body?: unknown): Promise<any> {
      const response = await fetch(url + path, {
        method,
        headers: { ...headers, 'user-agent': 'tests', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const received = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${received}`);
      return received === '' ? undefined : JSON.parse(received);
    },
    /** Submits a form of a hosted page; returns the status. */
    async submit(path: string, fields: Record<string, string>): Promise<number> {
      const body = new URLSearchParams(fields);
      return (await fetch(url + path, { method: 'POST', body, redirect: 'manual' })).status;
    },
  };
}
