import { isIP } from 'node:net';
import { z } from 'zod';

const HOPS_MAX = 10;
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];
const ADDRESS_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** `off`, a number of hops, or addresses and ranges (CIDR), separated by commas: as Express's `trust proxy` takes them. */
export const trustProxy = z
  .string()
  .default('off')
  .transform((setting, context): false | number | string[] => {
    if (setting === 'off') return false;
    const ranges = setting.split(',').map((range) => range.trim());
    if (/^\d+$/.test(setting) && Number(setting) >= 1 && Number(setting) <= HOPS_MAX) return Number(setting);
    if (ranges.every(isRange)) return ranges;
    context.addIssue({ code: 'custom', message: `must be off, 1-${HOPS_MAX} hops, or addresses such as 10.0.0.0/8` });
    return z.NEVER;
  });

function isRange(range: string): boolean {
  const [address = '', bits] = range.split('/');
  const longest = ADDRESS_BITS[isIP(address)];
  if (longest === undefined) return NAMED_RANGES.includes(range);
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
}
