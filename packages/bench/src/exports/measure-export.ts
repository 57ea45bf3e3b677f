import { existsSync, readFileSync } from 'node:fs';
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

const LISTS = [
  { list: 'orders', path: '/orders/export', service: 'orders-payments' },
  { list: 'payout-items', path: '/payouts/items/export', service: 'payouts' },
] as const;
const FORMATS = ['csv', 'jsonl'] as const;

/** Each list in each format, of all and of the seller who has most. */
export const EXPORTS = (['admin', 'seller'] as const).flatMap((by) =>
  LISTS.flatMap(({ list, path, service }) =>
    FORMATS.map((format) => ({
      name: `${list}.${format} of ${by}`,
      by,
      format,
      path: `${path}?format=${format}`,
      service,
    })),
  ),
);

const SAMPLED_EVERY_MS = 250;
const LINE_END = '\n'.charCodeAt(0);
const MEGABYTE = 1_000_000;
const KIBIBYTE = 1_024;

/** Takes an export to its end, as fast as it comes, and fails where it breaks off. */
export async function measureExport(
  { marketplace, pids }: Pick<BenchStack, 'marketplace' | 'pids'>,
  { name, format, path, service }: (typeof EXPORTS)[number],
  token: string,
): Promise<ExportResult> {
  const taken = {
    gateway: () => residentMegabytes(pids.get('gateway')!),
    [service]: () => residentMegabytes(pids.get(service)!),
    // Its backends, without the buffers that all share.
    postgres: () => sumOf(withChildren(pids.get('postgres')!).map((pid) => megabytesOf(pid, 'RssAnon'))),
  };
  const memory = Object.entries(taken).map(([process, now]) => ({ process, now, before: now(), most: now() }));
  const sampling = setInterval(() => {
    for (const one of memory) one.most = Math.max(one.most, one.now());
  }, SAMPLED_EVERY_MS);
  const begun = performance.now();
  try {
    const { lines, bytes } = await take(new URL(path, marketplace.gatewayUrl).href, token);
    const rows = format === 'csv' ? lines - 1 : lines;
    const seconds = (performance.now() - begun) / 1_000;
    return { name, rows, megabytes: bytes / MEGABYTE, seconds, memory: memory.map(({ now: _now, ...one }) => one) };
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

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const withChildren = (pid: number): number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
];

const residentMegabytes = (pid: number): number => megabytesOf(pid, 'VmRSS');

/** 0 of a process that has just ended. */
function megabytesOf(pid: number, kind: 'VmRSS' | 'RssAnon'): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [, kibibytes = '0'] = new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
  return (Number(kibibytes) * KIBIBYTE) / MEGABYTE;
}
