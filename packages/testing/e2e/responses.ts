import type { ApiProblem } from '@estampa/client';

type Exchanged<T> = { status: number; response?: T; problem?: ApiProblem };

/** Status and content of what a client was answered; of a rejection its problem, of nothing null. */
export async function reported<T>(exchange: Promise<Exchanged<T>>): Promise<[number, T]> {
  const { status, response = null, problem } = await exchange;
  return [status, (problem?.problem ?? response) as T];
}

/** Status, code and failing paths of a rejection. */
export async function rejection(exchange: Promise<Exchanged<unknown>>): Promise<unknown[]> {
  const { status, problem } = await exchange;
  return [status, problem?.code, ...(problem?.fields ?? []).map(({ path }) => path)];
}
