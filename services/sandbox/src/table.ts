export type Row = { id: string };

export type Table<T extends Row> = {
  get(id: string): T | undefined;
  /** All records, oldest first. */
  all(): T[];
  /** Those with this name, oldest first. */
  named(name: string): T[];
  /** Those of this day (YYYY-MM-DD), oldest first. */
  ofDay(day: string): T[];
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
  dayOf: ((record: T) => string | null) | undefined;
  written: (id: string, record: T | null) => void;
};

/** Records by their ids and, where they have names and days, by these. */
export function createTable<T extends Row>({ recordsMax, nameOf, dayOf, written }: Options<T>): Table<T> {
  const rows = new Map<string, T>();
  const byName = createGroups<T>(nameOf);
  const byDay = createGroups<T>(dayOf);
  let newest: T | undefined;

  const keep = (record: T): void => {
    if (!rows.has(record.id)) newest = record;
    rows.set(record.id, record);
    byName.add(record);
    byDay.add(record);
  };
  const forget = (id: string): boolean => {
    const record = rows.get(id);
    if (!record) return false;
    byName.remove(record);
    byDay.remove(record);
    return rows.delete(id);
  };
  const remove = (id: string): void => {
    if (forget(id)) written(id, null);
  };

  return {
    get: (id) => rows.get(id),
    all: () => [...rows.values()],
    named: byName.of,
    ofDay: byDay.of,
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
      byDay.clear();
      newest = undefined;
    },
    get size() {
      return rows.size;
    },
  };
}

/** Records that have something in common, by what that is. */
function createGroups<T extends Row>(keyOf: (record: T) => string | null = () => null) {
  const groups = new Map<string, Map<string, T>>();
  return {
    add(record: T): void {
      const key = keyOf(record);
      if (key === null) return;
      const group = groups.get(key) ?? new Map<string, T>();
      groups.set(key, group.set(record.id, record));
    },
    remove(record: T): void {
      const key = keyOf(record);
      const group = key === null ? undefined : groups.get(key);
      group?.delete(record.id);
      if (key !== null && group?.size === 0) groups.delete(key);
    },
    of: (key: string): T[] => [...(groups.get(key)?.values() ?? [])],
    clear: () => groups.clear(),
  };
}
