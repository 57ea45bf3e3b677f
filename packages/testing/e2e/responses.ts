import type { ApiProblem } from '@estampa/client';

type Exchanged<T> = { status: number; response?: T; problem?: ApiProblem };

/** Status and body of a response: the problem of a rejection, null without a body. */
export async function reported<T>(exchange: Promise<Exchanged<T>>): Promise<[number, T]> {
  const { status, response = null, problem } = await exchange;
  return [status, (problem?.problem ?? response) as T];
}

/** Status, code and failing paths of a rejection. */
export async function rejection(exchange: Promise<Exchanged<unknown>>): Promise<unknown[]> {
  const { status, problem } = await exchange;
  return [status, problem?.code, ...(problem?.fields ?? []).map(({ path }) => path)];
}
