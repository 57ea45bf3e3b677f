/** Bundles our own sources into the directory that is named, one file an entry: `bundled-programs.ts` runs it. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { REPOSITORY } from '../paths.ts';
import { BUNDLED } from './bundle-options.ts';
import { ENTRIES, programNameOf } from './node-process.ts';

const [directory] = process.argv.slice(2);
if (!directory) throw new Error('usage: bundle-programs.ts DIRECTORY');

const OWN = '@estampa/';

/** Libraries stay what they are: each process finds them by name, as when it runs from source. */
const librariesStay: Plugin = {
  name: 'libraries stay',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith(OWN) ? undefined : { path, external: true },
    );
  },
};

/** What a source finds relative to itself, it finds there. */
const placesStay: Plugin = {
  name: 'places stay',
  setup(bundler) {
    bundler.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (basename(path) === 'migrations.ts')
        return { loader: 'ts', contents: migrationsOf(path), resolveDir: dirname(path) };
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const contents = text
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { loader: 'ts', contents };
    });
  },
};

/** The folder's classes by name: that files and names agree is checked where the sources run. */
function migrationsOf(path: string): string {
  const files = readdirSync(join(dirname(path), 'migrations')).filter((file) => file.endsWith('.ts'));
  const imports = files.toSorted().map((file, place) => `import m${place} from './migrations/${file}';`);
  return `${imports.join('\n')}\nexport const migrations = [${imports.map((_, place) => `m${place}`).join(', ')}];`;
}

const unfinished = `${directory}.${process.pid}`;
await build({
  entryPoints: ENTRIES.map((entry) => ({ in: join(REPOSITORY, entry), out: programNameOf(entry) })),
  outdir: unfinished,
  outExtension: { '.js': '.mjs' },
  plugins: [librariesStay, placesStay],
  ...BUNDLED,
  ignoreAnnotations: true,
});
// Another run may have been quicker, and processes may run from what it made.
if (existsSync(directory)) rmSync(unfinished, { recursive: true });
else renameSync(unfinished, directory);
