export type Row = { id: string };

export type Table<T extends Row> = {
  get(id: string): T | undefined;
  /** All records, oldest first. */
  all(): T[];
  /** Those with this name, oldest first. */
  named(name: string): T[];
  newest(): T | undefined;
  put(record: T): T;
  remove(id: string): void;
  /** As an earlier process wrote it; null: removed. */
  restore(id: string, record: T | null): void;
  clear(): void;
  readonly size: number;
};

type Options<T> = {
  recordsMax: number;
  nameOf: ((record: T) => string | null) | undefined;
  written: (id: string, record: T | null) => void;
};

/** Records by their ids and, where they have names, by these. */
export function createTable<T extends Row>({ recordsMax, nameOf = () => null, written }: Options<T>): Table<T> {
  const rows = new Map<string, T>();
  const byName = new Map<string, Map<string, T>>();
  let newest: T | undefined;

  const keep = (record: T): void => {
    if (!rows.has(record.id)) newest = record;
    rows.set(record.id, record);
    const name = nameOf(record);
    if (name === null) return;
    const namesakes = byName.get(name) ?? new Map<string, T>();
    byName.set(name, namesakes.set(record.id, record));
  };
  const forget = (id: string): boolean => {
    const record = rows.get(id);
    if (!record) return false;
    const name = nameOf(record);
    const namesakes = name === null ? undefined : byName.get(name);
    namesakes?.delete(id);
    if (name !== null && namesakes?.size === 0) byName.delete(name);
    return rows.delete(id);
  };
  const remove = (id: string): void => {
    if (forget(id)) written(id, null);
  };

  return {
    get: (id) => rows.get(id),
    all: () => [...rows.values()],
    named: (name) => [...(byName.get(name)?.values() ?? [])],
    newest: () => newest,
    put(record) {
      keep(record);
      written(record.id, record);
      while (rows.size > recordsMax) remove(rows.keys().next().value!);
      return record;
    },
    remove,
    restore(id, record) {
      if (record) keep(record);
      else forget(id);
    },
    clear() {
      rows.clear();
      byName.clear();
      newest = undefined;
    },
    get size() {
      return rows.size;
    },
  };
}
