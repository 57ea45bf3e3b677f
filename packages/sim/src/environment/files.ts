/* Stands in for the files of media-render: no disk decides how long anything takes. */

const files = new Map<string, Uint8Array>();
let made = 0;

/** A path of one's own that is gone after use. */
export function temporaryFile(): Promise<AsyncDisposable & { path: string }> {
  made += 1;
  const path = `file ${made}`;
  return Promise.resolve({ path, [Symbol.asyncDispose]: async () => void files.delete(path) });
}

export const writeFile = (path: string, bytes: Uint8Array): void => void files.set(path, bytes);

export function contentOf(path: string): Uint8Array {
  const found = files.get(path);
  if (!found) throw new Error(`there is no ${path}`);
  return found;
}

export const readFile = (path: string): Promise<Uint8Array> => Promise.resolve(contentOf(path));
export const stat = (path: string): Promise<{ size: number }> => Promise.resolve({ size: contentOf(path).length });
/** Of photos, which no history has. */
export const open = (path: string): Promise<never> => Promise.reject(new Error(`${path} is not part of a simulation`));
