import { registerHooks } from 'node:module';

const IDS = new URL('ids.ts', import.meta.url).href;

/** A change of one source file, in memory, as it is loaded. */
export type SourcePatch = {
  /** The end of its path: `kit/src/events/outbox-relay.ts`. */
  file: string;
  find: string;
  replace: string;
};

/** Must run before the services' modules are loaded. Throws while loading a file that a patch does not fit. */
export function hookModules(patches: readonly SourcePatch[]): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'uuid' && context.parentURL !== IDS
        ? { url: IDS, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
    load(url, context, next) {
      const loaded = next(url, context);
      const due = patches.filter(({ file }) => url.endsWith(`/${file}`));
      if (due.length === 0) return loaded;
      return { ...loaded, source: due.reduce(patched, textOf(loaded.source)) };
    },
  });
}

const textOf = (source: unknown): string =>
  typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString();

export function patched(source: string, { file, find, replace }: SourcePatch): string {
  if (source.split(find).length !== 2) throw new Error(`a planted bug does not fit ${file}: ${find}`);
  return source.replace(find, () => replace);
}
