const SUM = /^provider_request_seconds_sum\{[^}]*\} ([\d.e+-]+)$/gm;

/** Seconds that a service has waited for outside providers since its start, by its own metrics. */
export async function providerSeconds(opsUrl: string): Promise<number> {
  const text = await (await fetch(`${opsUrl}/metrics`)).text();
  return [...text.matchAll(SUM)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
}
