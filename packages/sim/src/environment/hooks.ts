import { registerHooks } from 'node:module';

/**
 * What takes the place of modules: of `uuid`, and of what media-render does with files and pictures by itself, which would take a time
 * that nobody knows. Each where `of` imports it.
 */
const STAND_INS: readonly { specifier: RegExp; of: RegExp; file: string }[] = [
  { specifier: /^uuid$/, of: /(?<!\/environment\/ids\.ts)$/, file: 'ids.ts' },
  { specifier: /\/temporary-file\.ts$/, of: /\/media-render\//, file: 'files.ts' },
  { specifier: /^node:fs\/promises$/, of: /\/media-render\/src\/usecases\//, file: 'files.ts' },
  { specifier: /\/image-header\.ts$/, of: /\/media-render\//, file: 'images.ts' },
];

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
    resolve(specifier, context, next) {
      const from = context.parentURL ?? '';
      const standIn = STAND_INS.find((one) => one.specifier.test(specifier) && one.of.test(from));
      if (!standIn) return next(specifier, context);
      const { href } = new URL(standIn.file, import.meta.url);
      return { url: href, format: 'module-typescript', shortCircuit: true };
    },
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
