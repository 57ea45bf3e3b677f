import type { PixKeyKind } from '@estampa/kernel/pix-key';
import { asaasHttp, listOf, PAGE_MAX } from '@estampa/kit/provider/asaas-http';
import { sameText } from '@estampa/kit/provider/same-text';
import { nullWhenNotFound, type ProviderHttp } from '@estampa/kit/provider/provider-http';
import { z } from 'zod';
import type { SeenTransfer } from '../domain/pix-transfer.ts';
import type { RawWebhook, TransferProvider } from './transfer-provider.ts';

const DESCRIPTION = 'Repasse de vendas';

const KEY_TYPES: Readonly<Record<PixKeyKind, string>> = {
  phone: 'PHONE',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  email: 'EMAIL',
  random: 'EVP',
};

/** A status that we do not know is one of a transfer that goes on. */
const STATES: Readonly<Record<string, SeenTransfer['state']>> = {
  DONE: 'done',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
};

const AsaasTransfer = z.object({
  id: z.string(),
  value: z.number(),
  status: z.string(),
  externalReference: z.string().nullish(),
  endToEndIdentifier: z.string().nullish(),
  transactionReceiptUrl: z.string().nullish(),
  transferFee: z.number().nullish(),
});

const TOKEN_HEADER = 'asaas-access-token';
const REVERSAL = 'TRANSFER_REVERSAL';
const Movement = z.object({ type: z.string().nullish(), transferId: z.string().nullish(), value: z.number() });
const Webhook = z.object({ transfer: z.object({ externalReference: z.string().nullish() }) });
/** Of anything else that leaves the account (a bill, a QR code) nothing is expected here. */
const Approval = z.object({
  type: z.literal('TRANSFER'),
  transfer: AsaasTransfer.extend({ bankAccount: z.object({ pixAddressKey: z.string().nullish() }).nullish() }),
});

const toCents = (reais: number): number => Math.round(reais * 100);

const toSeen = (shown: z.output<typeof AsaasTransfer>): SeenTransfer => ({
  providerId: shown.id,
  state: STATES[shown.status] ?? 'pending',
  amountCents: toCents(shown.value),
  endToEndId: shown.endToEndIdentifier ?? null,
  receiptUrl: shown.transactionReceiptUrl ?? null,
  feeCents: typeof shown.transferFee === 'number' ? toCents(shown.transferFee) : null,
});

type Options = { baseUrl: string; apiKey: string; webhookTokens: readonly string[] };

/** Asaas v3 (https://docs.asaas.com/reference/transferir-para-conta-de-outra-instituicao-ou-chave-pix). */
export function asaasTransfers({ webhookTokens, ...options }: Options): TransferProvider {
  const call = asaasHttp(options);

  return {
    name: 'asaas',

    async send({ reference, amountCents, kind, key }, signal) {
      const body = {
        value: amountCents / 100,
        operationType: 'PIX',
        pixAddressKey: key,
        pixAddressKeyType: KEY_TYPES[kind],
        description: DESCRIPTION,
        externalReference: reference,
      };
      return toSeen(await call({ method: 'POST', path: '/transfers', body, signal }, AsaasTransfer));
    },

    find: (providerId, signal) =>
      call({ method: 'GET', path: `/transfers/${encodeURIComponent(providerId)}`, signal }, AsaasTransfer).then(
        toSeen,
        nullWhenNotFound,
      ),

    // Transfers are not searched by references.
    async list({ from, to }, offset, signal) {
      const query = { 'dateCreated[ge]': from, 'dateCreated[le]': to };
      const { items, next } = await page(call, { path: '/transfers', query, item: AsaasTransfer, offset }, signal);
      return { transfers: items.map((one) => ({ ...toSeen(one), reference: one.externalReference ?? null })), next };
    },

    // One that its receiver's bank sent back stays done: only the account's statement shows it.
    async listReturned({ from, to }, signal) {
      const query = { startDate: from, finishDate: to, order: 'asc' };
      const moved = await all(call, { path: '/financialTransactions', query, item: Movement }, signal);
      const returned = moved.filter(({ type, transferId }) => type === REVERSAL && Boolean(transferId));
      return [...Map.groupBy(returned, ({ transferId }) => transferId!)].map(([providerId, parts]) => ({
        providerId,
        amountCents: parts.reduce((cents, { value }) => cents + toCents(value), 0),
      }));
    },

    isAuthentic: ({ headers }) => webhookTokens.some((token) => sameText(headers[TOKEN_HEADER] ?? '', token)),
    referenceIn: (webhook) => Webhook.safeParse(bodyOf(webhook)).data?.transfer.externalReference ?? null,

    approvalIn(webhook) {
      const { data } = Approval.safeParse(bodyOf(webhook));
      if (!data) return null;
      const { providerId, amountCents } = toSeen(data.transfer);
      const { externalReference, bankAccount } = data.transfer;
      return { reference: externalReference ?? null, providerId, amountCents, key: bankAccount?.pixAddressKey ?? null };
    },
  };
}

function bodyOf({ rawBody }: RawWebhook): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}

type Wanted<S> = { path: string; query: Record<string, string>; item: S };
type Page<S extends z.ZodType> = { items: z.output<S>[]; next: number | null };

async function page<S extends z.ZodType>(
  call: ProviderHttp,
  { path, query, item, offset }: Wanted<S> & { offset: number },
  signal: AbortSignal,
): Promise<Page<S>> {
  const paged = new URLSearchParams({ ...query, offset: String(offset), limit: String(PAGE_MAX) });
  const { data, hasMore } = await call({ method: 'GET', path: `${path}?${paged.toString()}`, signal }, listOf(item));
  return { items: data, next: hasMore === true && data.length > 0 ? offset + data.length : null };
}

/** All pages of a list. */
async function all<S extends z.ZodType>(
  call: ProviderHttp,
  wanted: Wanted<S>,
  signal: AbortSignal,
): Promise<z.output<S>[]> {
  const found: z.output<S>[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const { items, next }: Page<S> = await page(call, { ...wanted, offset }, signal);
    found.push(...items);
    offset = next;
  }
  return found;
}
