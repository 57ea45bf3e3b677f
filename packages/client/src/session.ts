export type Tokens = { readonly accessToken: string; readonly refreshToken: string; readonly expiresIn?: number };

/** Where tokens are kept between calls: in memory unless given. */
export type TokenStore = {
  read(): Kept | null | Promise<Kept | null>;
  write(tokens: Kept | null): void | Promise<void>;
};

export type Kept = {
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
  #refreshing: Promise<Kept | null> | null = null;

  constructor(store: TokenStore, refresh: (refreshToken: string) => Promise<Tokens>) {
    this.#store = store;
    this.#refresh = refresh;
  }

  async begin(tokens: Tokens): Promise<Kept> {
    const { accessToken, refreshToken, expiresIn } = tokens;
    const kept = { accessToken, refreshToken, expiresAt: expiresIn == null ? null : Date.now() + expiresIn * 1_000 };
    await this.#store.write(kept);
    return kept;
  }

  end(): void | Promise<void> {
    return this.#store.write(null);
  }

  /** The token to send now, null when nobody is signed in. */
  async accessToken(): Promise<string | null> {
    const kept = await this.#store.read();
    if (!kept) return null;
    const isEnding = kept.expiresAt !== null && kept.expiresAt - Date.now() < EXPIRY_MARGIN_MS;
    return isEnding && kept.refreshToken !== null ? this.renewed(kept.accessToken) : kept.accessToken;
  }

  /** Another token than the one that was rejected; null when there is none to be had, and then nobody is signed in. */
  async renewed(refused: string): Promise<string | null> {
    this.#refreshing ??= this.#renew(refused).finally(() => {
      this.#refreshing = null;
    });
    return (await this.#refreshing)?.accessToken ?? null;
  }

  async #renew(refused: string): Promise<Kept | null> {
    const kept = await this.#store.read();
    // Somebody else who shares the store, or a call before this one, was faster.
    if (!kept || kept.accessToken !== refused) return kept;
    if (kept.refreshToken === null) return null;
    return this.begin(await this.#refresh(kept.refreshToken));
  }
}

export function inMemory(kept: Kept | null = null): TokenStore {
  let present = kept;
  return {
    read: () => present,
    write: (tokens) => {
      present = tokens;
    },
  };
}
