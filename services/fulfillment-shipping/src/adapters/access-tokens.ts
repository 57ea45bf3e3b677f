/** What the account at a provider is reached with. */
export type AccessTokens = {
  /** One that should be accepted now. */
  current(): Promise<string>;
  /** Another than this one, which was rejected; null when there is none. */
  instead(rejected: string): Promise<string | null>;
};

/** A token that was created by hand and does not expire. */
export const fixedToken = (token: string): AccessTokens => ({
  current: async () => token,
  instead: async () => null,
});
