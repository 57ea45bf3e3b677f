import type { PixKeyKind } from '@estampa/kernel/pix-key';
import { asaasHttp, listOf, PAGE_MAX } from '@estampa/kit/provider/asaas-http';
import { nullWhenNotFound } from '@estampa/kit/provider/provider-http';
import { z } from 'zod';
import type { SeenTransfer } from '../domain/pix-transfer.ts';
import type { TransferProvider } from './transfer-provider.ts';

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
});

const toSeen = (shown: z.output<typeof AsaasTransfer>): SeenTransfer => ({
  providerId: shown.id,
  state: STATES[shown.status] ?? 'pending',
  amountCents: Math.round(shown.value * 100),
  endToEndId: shown.endToEndIdentifier ?? null,
  receiptUrl: shown.transactionReceiptUrl ?? null,
});

/** Asaas v3 (https://docs.asaas.com/reference/transferir-para-conta-de-outra-instituicao-ou-chave-pix). */
export function asaasTransfers(options: { baseUrl: string; apiKey: string }): TransferProvider {
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
    async findByReference(reference, { from, to }, signal) {
      const found: SeenTransfer[] = [];
      for (let offset = 0; ;) {
        const query = {
          'dateCreated[ge]': from,
          'dateCreated[le]': to,
          offset: String(offset),
          limit: String(PAGE_MAX),
        };
        const path = `/transfers?${new URLSearchParams(query).toString()}`;
        const { data, hasMore } = await call({ method: 'GET', path, signal }, listOf(AsaasTransfer));
        found.push(...data.filter(({ externalReference }) => externalReference === reference).map(toSeen));
        offset += data.length;
        if (hasMore !== true || data.length === 0) return found;
      }
    },
  };
}
