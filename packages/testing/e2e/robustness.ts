import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '@estampa/stack/demo/api';
import { inviteSeller, signIn } from '@estampa/stack/demo/people';
import { ADMIN } from '@estampa/stack/topology';
import fc from 'fast-check';
import { FUZZ } from '../src/fuzz.ts';
import { type FuzzedRequest, requestsOf } from './fuzzed-requests.ts';
import { documentOf, type Operation, operationsOf } from './operations.ts';
import { PASSWORD, type Shop, STORE_SLUG } from './shop.ts';

const AT_ONCE = 6;
/** Would end the session of other requests, or delete the records that they name. */
const LEFT_OUT = new Set(['logOut', 'deleteSellerProfile', 'deleteSellerProduct']);

/** Every route of the table, with requests that fit its schemas and with broken ones. */
export function describeRobustness(shop: () => Shop): void {
  describe('whatever is sent', () => {
    let tokens: (string | undefined)[];
    let operations: Operation[];
    beforeAll(async () => {
      const { api } = shop();
      tokens = await tokensOf(api);
      const all = operationsOf(await documentOf(api));
      operations = all.filter(({ name, method }) => !LEFT_OUT.has(name) && method !== 'DELETE');
    }, FUZZ.deadlineMs);

    it(
      'gets a response that the document declares, and never one of a failure',
      async () => {
        const requests = operations.flatMap((operation) =>
          fc
            .sample(requestsOf(operation, knownOf(shop(), operation)), { numRuns: FUZZ.runs, seed: FUZZ.seed })
            .map((request) => [operation, request] as const),
        );
        const failures: string[] = [];
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            for (let next = requests.shift(); next; next = requests.shift()) {
              const send = () => failureOf(shop().api.baseUrl, tokens, ...next);
              // Retried once, because an idle connection may be closed just when its next request is sent; a request
              // that crashes the gateway does so again.
              const failure = await send()
                .catch(send)
                .catch((error: Error) => unanswered(error, ...next));
              if (failure) failures.push(failure);
            }
          }),
        );

        expect(failures).toEqual([]);
      },
      FUZZ.deadlineMs,
    );
  });
}

async function failureOf(
  url: string,
  tokens: (string | undefined)[],
  operation: Operation,
  request: FuzzedRequest,
): Promise<string | null> {
  const { who, path, query, body } = request;
  const address = query === '' ? path : `${path}?${query}`;
  const token = tokens[who % tokens.length];
  const response = await fetch(url + address, {
    method: operation.method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const { status } = response;
  const isDeclared = operation.statuses.includes(String(status));
  const isProblem = response.headers.get('content-type')?.includes('application/problem+json') ?? false;
  if (isDeclared && (status < 400 || isProblem)) return null;
  return `${operation.name} answered ${status}: ${shown(operation, request)}: ${text.slice(0, 200)}`;
}

/** A connection that ends without a response is a failure too; names the request that it carried. */
function unanswered({ message, cause }: Error, operation: Operation, request: FuzzedRequest): string {
  const why = cause instanceof Object && 'message' in cause ? `${message}: ${String(cause.message)}` : message;
  return `${operation.name} got no response (${why}): ${shown(operation, request)}`;
}

function shown({ method }: Operation, { path, query, body }: FuzzedRequest): string {
  const address = query === '' ? path : `${path}?${query}`;
  return `${method} ${address.slice(0, 200)} ${JSON.stringify(body)?.slice(0, 1_000) ?? ''} (seed ${FUZZ.seed})`;
}

/** What a parameter of a path may name. */
function knownOf({ artwork, product, productType, template }: Shop, { path }: Operation): (name: string) => string {
  const ids = { artworks: artwork.id, 'seller-products': product.id, templates: template.id, types: productType.id };
  const part = Object.entries(ids).find(([one]) => path.includes(`/${one}/`));
  return (name) => {
    if (name === 'templateId') return template.id;
    if (name === 'store_slug') return STORE_SLUG;
    if (name === 'product_slug') return product.slug!;
    return part?.[1] ?? product.sellerProfileId;
  };
}

/** Access tokens of every role, and none; admins come furthest. */
async function tokensOf(api: Api): Promise<(string | undefined)[]> {
  const admin = await signIn(api, ADMIN);
  const [invited, adminTokens, customer] = await Promise.all([
    inviteSeller(api, admin, { email: 'hostile-seller@example.com', name: 'Hostile' }),
    api.as(null).client.logIn({ body: ADMIN }),
    api.as(null).client.signUp({ body: { email: 'hostile@example.com', password: PASSWORD, name: 'Hostile' } }),
  ]);
  const seller = await api.as(null).client.signUpSeller({ body: { token: invited.inviteToken, password: PASSWORD } });
  const { accessToken: highest } = adminTokens;
  return [undefined, highest, highest, seller.accessToken, customer.accessToken];
}
