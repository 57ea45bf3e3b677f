import { steadyValues } from './steady-values.ts';

// oxlint-disable-next-line no-explicit-any -- examples hold any JSON
type Json = any;

export type Exchange = { method: string; url: string; sent: string | null; status: number; text: string };
/** What one operation was sent and answered, by status. */
export type Examples = Record<string, { sent?: Json; responses: Record<string, Json> }>;

/** The first exchange of each operation and status that went well, without what differs from run to run. */
export function examplesOf(exchanges: readonly Exchange[], { paths }: Json): Examples {
  const examples: Examples = {};
  const routes = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
  );
  // A path without parameters is meant before one with them.
  routes.sort((one, other) => one.path.split('{').length - other.path.split('{').length);
  for (const { method, url, sent, status, text } of exchanges.filter(isShown).filter(isLastPoll)) {
    const { pathname } = new URL(url);
    const found = routes.find((one) => one.method === method.toLowerCase() && patternOf(one.path).test(pathname));
    if (!found) continue;
    const example = (examples[found.operationId] ??= { responses: {} });
    if (example.responses[status] !== undefined) continue;
    if (sent) example.sent ??= JSON.parse(sent);
    if (text !== '') example.responses[status] = JSON.parse(text);
  }
  const sorted = Object.entries(examples).toSorted(([one], [other]) => (one < other ? -1 : 1));
  // Numbered after they are sorted: exchanges that were concurrent are recorded in any order.
  const steady = steadyValues();
  return Object.fromEntries(sorted.map(([name, example]) => [name, steady(example)]));
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Went well, and shows something of what a list holds. */
const isShown = ({ status, text }: Exchange): boolean => status < 300 && !/"total":0,"skip":/.test(text);

/** Of a GET that was polled, only the last: how many polls it takes differs from run to run. */
const isLastPoll = ({ method, url }: Exchange, place: number, exchanges: readonly Exchange[]): boolean => {
  const next = exchanges[place + 1];
  return method !== 'GET' || next?.method !== method || next.url !== url;
};
