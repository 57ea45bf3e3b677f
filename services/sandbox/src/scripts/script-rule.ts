import { z } from 'zod';
import { ACCOUNTS } from '../delivery/delivery.ts';

const TIMES_MAX = 1_000;
export const DELAY_MAX_MS = 120_000;
const CODE_MAX = 60;

const delayMs = z.int().min(1).max(DELAY_MAX_MS);

/** What to do with the next matching requests or notifications. */
export const ScriptRule = z
  .strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
    path: z.string().startsWith('/').optional(),
    contains: z.string().min(1).optional(),
    times: z.int().min(1).max(TIMES_MAX).default(1),
    hold: z.enum(['before', 'after']).optional(),
    /** Suspends a request before its effect, which follows on release even if the client has disconnected. */
    outlivesClient: z.literal(true).optional(),
    /** Before and after the effect, even if the client has disconnected. */
    delayBeforeMs: delayMs.optional(),
    delayAfterMs: delayMs.optional(),
    fail: z.int().min(400).max(599).optional(),
    /** The provider's own code of the failure. */
    code: z.string().min(1).max(CODE_MAX).optional(),
    dropConnection: z.literal(true).optional(),
    watch: z.literal(true).optional(),
    afterEffect: z.boolean().default(false),
    /** The outcome of a refund. */
    refund: z.enum(['pending', 'denied', 'unfunded']).optional(),
    /** The outcome of a transfer. */
    transfer: z.enum(['pending', 'failed', 'unfunded']).optional(),
    /** The outcome of an invoice, or of its cancellation. */
    invoice: z.enum(['pending', 'error', 'denied']).optional(),
    delivery: z.enum(['twice', 'reversed', 'never', 'forged']).optional(),
    account: z.enum(ACCOUNTS).optional(),
    event: z.string().min(1).optional(),
  })
  .refine(
    (rule) => actionsOf(rule) === 1 || (actionsOf(rule) === 0 && isDelayed(rule)),
    'exactly one of hold, fail, dropConnection, watch, refund, transfer, invoice and delivery is needed, or a delay',
  )
  .refine(
    (rule) => !isDelayed(rule) || !(rule.hold || rule.watch || rule.delivery),
    'a delay goes with fail, dropConnection, refund, transfer or invoice, or alone',
  )
  .refine((rule) => !rule.outlivesClient || rule.hold === 'before', 'outlivesClient goes with hold before')
  .refine((rule) => !rule.code || rule.fail, 'code goes with fail')
  .refine((rule) => rule.delivery !== undefined || rule.path !== undefined, 'path is needed');

export type ScriptRule = z.infer<typeof ScriptRule>;

const actionsOf = ({
  hold,
  fail,
  dropConnection,
  watch,
  refund,
  transfer,
  invoice,
  delivery,
}: Record<string, unknown>): number =>
  [hold, fail, dropConnection, watch, refund, transfer, invoice, delivery].filter((action) => action !== undefined)
    .length;

const isDelayed = ({ delayBeforeMs, delayAfterMs }: Record<string, unknown>): boolean =>
  delayBeforeMs !== undefined || delayAfterMs !== undefined;

/** `*` stands for one path segment, `**` for any number of them. */
export function pathMatches(pattern: string, path: string): boolean {
  const source = pattern
    .split('/')
    .map((part) => (part === '**' ? '.*' : part.split('*').map(escapePattern).join('[^/]*')))
    .join('/');
  return new RegExp(`^${source}$`).test(path);
}

const escapePattern = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
