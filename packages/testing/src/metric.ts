/** The present value of a process's metric with exactly these labels; 0 when it was never set. */
export async function metric(opsUrl: string, name: string, labels: Record<string, string> = {}): Promise<number> {
  const lines = (await (await fetch(`${opsUrl}/metrics`)).text()).split('\n');
  const reported = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const wanted = reported.length > 0 ? `${name}{${reported.join(',')}}` : name;
  return Number(lines.find((line) => line.startsWith(`${wanted} `))?.slice(wanted.length + 1) ?? 0);
}
