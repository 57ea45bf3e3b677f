/** What a genuine token says. */
export type Session = { readonly id: string; readonly kid: string; readonly expiresAt: number };

/** Tokens that were found genuine, up to a number of them; those that have expired leave as others come. */
export class GenuineTokens {
  readonly #max: number;
  readonly #sessions = new Map<string, Session>();

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#sessions.size;
  }

  get(token: string): Session | undefined {
    return this.#sessions.get(token);
  }

  add(token: string, session: Session): void {
    this.#dropExpired();
    this.#sessions.set(token, session);
    if (this.size > this.#max) this.delete(this.#sessions.keys().next().value!);
  }

  delete(token: string): void {
    this.#sessions.delete(token);
  }

  /** From the first that came on, up to one that is still valid: all live for the same time. */
  #dropExpired(): void {
    for (const [token, { expiresAt }] of this.#sessions) {
      if (expiresAt > Date.now()) return;
      this.delete(token);
    }
  }
}
