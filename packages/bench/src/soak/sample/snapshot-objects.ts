/** The members of a heap snapshot that tell what each node is and how large; its format is that of DevTools. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
}

/** What V8 keeps about the program: compiled code, what it saw of types, shapes of objects, and roots of its own. */
const OF_V8: readonly string[] = ['hidden', 'code', 'object shape', 'synthetic'];

/** Bytes of what the program has made: objects, closures, arrays, strings, numbers, and memory beside the heap that they own. */
export function objectBytesOf({ snapshot: { meta }, nodes }: HeapSnapshot): number {
  const [type, size] = [meta.node_fields.indexOf('type'), meta.node_fields.indexOf('self_size')];
  const isCounted = meta.node_types[0].map((name) => !OF_V8.includes(name));
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += meta.node_fields.length)
    if (isCounted[nodes[at + type]!]) bytes += nodes[at + size]!;
  return bytes;
}
