/** What a statement gives; undefined where it broke a constraint, as concurrent requests may between a check and the write. */
export const unlessViolated = <T>(written: Promise<T>, constraint: string): Promise<T | undefined> =>
  written.catch((error: unknown) => {
    if (error instanceof Error && 'constraint' in error && error.constraint === constraint) return undefined;
    throw error;
  });
