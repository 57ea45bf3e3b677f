import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import type { BenchStack } from '../stack/bench-stack.ts';

/** One whole export as its client sees it, and what it took meanwhile. */
export interface ExportResult {
  readonly name: string;
  readonly rows: number;
  readonly megabytes: number;
  readonly seconds: number;
  /** Resident memory before and at most, in MB. */
  readonly memory: readonly { readonly process: string; readonly before: number; readonly most: number }[];
}

export const EXPORTS = [
  { name: 'orders.csv', path: '/orders/export?format=csv', service: 'orders-payments' },
  { name: 'orders.jsonl', path: '/orders/export?format=jsonl', service: 'orders-payments' },
  { name: 'payout-items.csv', path: '/payouts/items/export?format=csv', service: 'payouts' },
  { name: 'payout-items.jsonl', path: '/payouts/items/export?format=jsonl', service: 'payouts' },
] as const;

const SAMPLED_EVERY_MS = 250;
const LINE_END = '\n'.charCodeAt(0);
const MEGABYTE = 1_000_000;
const KIBIBYTE = 1_024;

/** Takes an export to its end, as fast as it comes, and fails where it breaks off. */
export async function measureExport(
  { marketplace, pids }: Pick<BenchStack, 'marketplace' | 'pids'>,
  { name, path, service }: (typeof EXPORTS)[number],
  token: string,
): Promise<ExportResult> {
  const memory = ['gateway', service, 'postgres'].map((process) => {
    const before = residentMegabytes(pids.get(process)!);
    return { process, before, most: before };
  });
  const sampling = setInterval(() => {
    for (const one of memory) one.most = Math.max(one.most, residentMegabytes(pids.get(one.process)!));
  }, SAMPLED_EVERY_MS);
  const begun = performance.now();
  try {
    const { lines, bytes } = await take(new URL(path, marketplace.gatewayUrl).href, token);
    const rows = name.endsWith('.csv') ? lines - 1 : lines;
    return { name, rows, megabytes: bytes / MEGABYTE, seconds: (performance.now() - begun) / 1_000, memory };
  } finally {
    clearInterval(sampling);
  }
}

function take(url: string, token: string): Promise<{ lines: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} responded ${response.statusCode}`));
      let [lines, bytes] = [0, 0];
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        for (let at = part.indexOf(LINE_END); at !== -1; at = part.indexOf(LINE_END, at + 1)) lines += 1;
      });
      response.on('error', reject);
      response.on('end', () => (response.complete ? resolve({ lines, bytes }) : reject(new Error('broke off'))));
    });
    request.on('error', reject);
  });
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)![1]) * KIBIBYTE) / MEGABYTE;
}
