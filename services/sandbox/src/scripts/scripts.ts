import { randomUUID } from 'node:crypto';
import type { Notification } from '../delivery/delivery.ts';
import { pathMatches, type ScriptRule } from './script-rule.ts';

/** Bounds how long a request is suspended, so that a forgotten one does not occupy its connection for ever. */
export const HOLD_LIMIT_MS = 120_000;
const REQUESTS_MAX = 20;
/** The oldest make room. */
export const SCRIPTS_MAX = 1_000;

export type SeenRequest = { at: string; method: string; path: string; body: unknown; clientGone: boolean };
type Held = { letGo(outcome: HoldOutcome): void };
export type HoldOutcome = 'released' | 'client_gone';

export type Script = {
  id: string;
  rule: ScriptRule;
  remaining: number;
  seen: SeenRequest[];
  held: Set<Held>;
};

export type TakenRequest = { script: Script; seen: SeenRequest };

export type ScriptView = ScriptRule & {
  id: string;
  state: 'waiting' | 'holding' | 'released';
  remaining: number;
  request: SeenRequest | null;
  requests: SeenRequest[];
};

export type Scripts = ReturnType<typeof createScripts>;

/** Scripts for the next requests and webhooks, in memory only; the oldest matching one applies. */
export function createScripts() {
  const scripts = new Map<string, Script>();

  const take = (matches: (rule: ScriptRule) => boolean): Script | undefined => {
    const script = [...scripts.values()].find(({ remaining, rule }) => remaining > 0 && matches(rule));
    if (script) script.remaining -= 1;
    return script;
  };

  const remove = (script: Script): void => {
    scripts.delete(script.id);
    script.remaining = 0;
    for (const held of script.held) held.letGo('released');
  };

  return {
    add(rule: ScriptRule): Script {
      const script: Script = { id: randomUUID(), rule, remaining: rule.times, seen: [], held: new Set() };
      scripts.set(script.id, script);
      const [oldest] = scripts.values();
      if (scripts.size > SCRIPTS_MAX && oldest) remove(oldest);
      return script;
    },
    get: (id: string): Script | undefined => scripts.get(id),
    all: (): Script[] => [...scripts.values()],
    takeRequest(request: { method: string; path: string; body: unknown }): TakenRequest | undefined {
      const text = `${request.path} ${JSON.stringify(request.body ?? null)}`;
      const [path = ''] = request.path.split('?');
      const script = take(
        (rule) =>
          rule.delivery === undefined &&
          (rule.method === undefined || rule.method === request.method) &&
          pathMatches(rule.path ?? '/**', path) &&
          text.includes(rule.contains ?? ''),
      );
      if (!script) return undefined;
      const seen: SeenRequest = { ...request, at: new Date().toISOString(), clientGone: false };
      script.seen = [...script.seen, seen].slice(-REQUESTS_MAX);
      return { script, seen };
    },
    takeNotification: ({ account, event, body }: Notification): ScriptRule['delivery'] =>
      take(
        (rule) =>
          rule.delivery !== undefined &&
          (rule.account ?? account) === account &&
          (rule.event ?? event) === event &&
          body.includes(rule.contains ?? ''),
      )?.rule.delivery,
    /** Releases the suspended requests; a script without any is removed. */
    release(script: Script): void {
      if (script.held.size === 0) script.remaining = 0;
      for (const held of script.held) held.letGo('released');
    },
    remove,
  };
}

/** Waits until the script is released, the client goes away (unless it is outlived) or the limit is reached. */
export function holdUntilReleased(
  { script, seen }: TakenRequest,
  onClientGone: (gone: () => void) => void,
): Promise<HoldOutcome> {
  return new Promise((resolve) => {
    const held: Held = {
      letGo(outcome) {
        if (outcome === 'client_gone') seen.clientGone = true;
        if (outcome === 'client_gone' && script.rule.outlivesClient) return;
        if (!script.held.delete(held)) return;
        clearTimeout(limit);
        resolve(outcome);
      },
    };
    const limit = setTimeout(() => held.letGo('released'), HOLD_LIMIT_MS);
    script.held.add(held);
    onClientGone(() => held.letGo('client_gone'));
  });
}

export function scriptView({ id, rule, remaining, seen, held }: Script): ScriptView {
  const state = held.size > 0 ? 'holding' : remaining > 0 ? 'waiting' : 'released';
  return { id, ...rule, state, remaining, request: seen.at(-1) ?? null, requests: seen };
}
