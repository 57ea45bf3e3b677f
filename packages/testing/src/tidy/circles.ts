import { importsOf } from './imports.ts';
import type { SourceTree } from './source-tree.ts';

const PACKAGE = /^@estampa\/([\w-]+)\/(.+)$/;

/** Files that import each other by whatever way, types included; each circle is one line that names all of its files. */
export function circlesIn(tree: SourceTree): string[] {
  const code = tree.filter(({ path }) => path.endsWith('.ts'));
  const paths = new Set(code.map(({ path }) => path));
  const graph = new Map(
    code.map((file) => [file.path, importsOf(file).flatMap(({ from }) => pathOf(from, paths) ?? [])] as const),
  );
  return circlesOf(graph).map((circle) => `${circle.toSorted().join(' and ')} import each other`);
}

/** The file that an import means, if it is one of these. */
export function pathOf(from: string, paths: ReadonlySet<string>): string | undefined {
  const [, name, rest] = PACKAGE.exec(from) ?? [];
  const candidates = name ? ['packages/', 'services/', ''].map((place) => `${place}${name}/src/${rest}.ts`) : [from];
  return candidates.find((path) => paths.has(path));
}

type Visit = { index: number; lowest: number; isOpen: boolean };

/** The strongly connected parts of more than one file, by Tarjan's algorithm. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const visits = new Map<string, Visit>();
  const open: string[] = [];
  const circles: string[][] = [];
  const enter = (node: string): Visit => {
    const visit = { index: visits.size, lowest: visits.size, isOpen: true };
    visits.set(node, visit);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      const known = visits.get(next);
      if (!known) visit.lowest = Math.min(visit.lowest, enter(next).lowest);
      else if (known.isOpen) visit.lowest = Math.min(visit.lowest, known.index);
    }
    if (visit.lowest === visit.index) {
      const part = open.splice(open.indexOf(node));
      for (const one of part) visits.get(one)!.isOpen = false;
      if (part.length > 1) circles.push(part);
    }
    return visit;
  };
  for (const node of graph.keys()) if (!visits.has(node)) enter(node);
  return circles;
}
