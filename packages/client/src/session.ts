export type Tokens = { readonly accessToken: string; readonly refreshToken: string; readonly expiresIn?: number };

/** Where tokens are stored between calls: in memory by default. */
export type TokenStore = {
  read(): StoredTokens | null | Promise<StoredTokens | null>;
  write(tokens: StoredTokens | null): void | Promise<void>;
};

export type StoredTokens = {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** When the access token ends, in milliseconds since 1970; null when that is not known. */
  readonly expiresAt: number | null;
};

/** A token that ends on the way is rejected. */
const EXPIRY_MARGIN_MS = 10_000;

/** Who is signed in. A refresh token works once, so all who need a new pair wait for one refresh. */
export class Session {
  readonly #store: TokenStore;
  readonly #refresh: (refreshToken: string) => Promise<Tokens>;
  #refreshing: Promise<StoredTokens | null> | null = null;

  constructor(store: TokenStore, refresh: (refreshToken: string) => Promise<Tokens>) {
    this.#store = store;
    this.#refresh = refresh;
  }

  async begin(tokens: Tokens): Promise<StoredTokens> {
    const { accessToken, refreshToken, expiresIn } = tokens;
    const stored = { accessToken, refreshToken, expiresAt: expiresIn == null ? null : Date.now() + expiresIn * 1_000 };
    await this.#store.write(stored);
    return stored;
  }

  end(): void | Promise<void> {
    return this.#store.write(null);
  }

  /** The token to send now, null when signed out. */
  async accessToken(): Promise<string | null> {
    const stored = await this.#store.read();
    if (!stored) return null;
    const isEnding = stored.expiresAt !== null && stored.expiresAt - Date.now() < EXPIRY_MARGIN_MS;
    return isEnding && stored.refreshToken !== null ? this.renewed(stored.accessToken) : stored.accessToken;
  }

  /** Another token than the rejected one; null when there is none to be had, and then the client is signed out. */
  async renewed(rejected: string): Promise<string | null> {
    this.#refreshing ??= this.#renew(rejected).finally(() => {
      this.#refreshing = null;
    });
    return (await this.#refreshing)?.accessToken ?? null;
  }

  async #renew(rejected: string): Promise<StoredTokens | null> {
    const stored = await this.#store.read();
    // Another client of the same store, or an earlier call, was faster.
    if (!stored || stored.accessToken !== rejected) return stored;
    if (stored.refreshToken === null) return null;
    return this.begin(await this.#refresh(stored.refreshToken));
  }
}

export function inMemory(stored: StoredTokens | null = null): TokenStore {
  let present = stored;
  return {
    read: () => present,
    write: (tokens) => {
      present = tokens;
    },
  };
}
