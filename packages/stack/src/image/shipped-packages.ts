/** What package-lock.json says of one installed package, or of a workspace. */
export interface LockedPackage {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The `packages` of package-lock.json, by path: `node_modules/zod`, `services/catalog`. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/**
 * The paths of all that a workspace needs to run, itself included; links to workspaces stand beside the workspaces. `npm ci --omit=dev --workspace`
 * would bring what the tests of a workspace need, too.
 */
export function shippedPackages(locked: LockedPackages, workspace: string): ReadonlySet<string> {
  const shipped = new Set<string>();
  const waiting = [workspace];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (shipped.has(path)) continue;
    const entry = locked[path];
    if (!entry) throw new Error(`package-lock.json does not list ${path}`);
    shipped.add(path);
    if (entry.link) waiting.push(entry.resolved ?? '');
    else waiting.push(...neededBy(locked, path, entry));
  }
  return shipped;
}

function neededBy(locked: LockedPackages, path: string, entry: LockedPackage): string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry;
  const find = (name: string) => resolve(locked, path, name);
  const must = (name: string) => {
    const found = find(name);
    if (!found) throw new Error(`package-lock.json has no ${name} for ${path}`);
    return found;
  };
  const optional = Object.keys(optionalDependencies);
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [
    ...Object.keys(dependencies)
      .filter((name) => !optional.includes(name))
      .map(must),
    ...[...optional, ...peers].flatMap((name) => find(name) ?? []),
  ];
}

/** Node's resolution: next to the package, then in each directory above. */
function resolve(locked: LockedPackages, from: string, name: string): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(place.lastIndexOf('/'), 0))) {
    const candidate = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (locked[candidate]) return candidate;
    if (place === '') return undefined;
  }
}
