/** Concurrent requests may take a name between the check and the write; the unique index then rejects one of them. */
export const isWritten = (saved: Promise<object | undefined>, index: string): Promise<boolean> =>
  saved.then(
    (row) => row !== undefined,
    (error: unknown) => {
      if (error instanceof Error && 'constraint' in error && error.constraint === index) return false;
      throw error;
    },
  );
