/** Another request may take a name at the same moment that it is looked for: then the unique index says so. */
export const isWritten = (saved: Promise<object | undefined>, index: string): Promise<boolean> =>
  saved.then(
    (row) => row !== undefined,
    (error: unknown) => {
      if (error instanceof Error && 'constraint' in error && error.constraint === index) return false;
      throw error;
    },
  );
