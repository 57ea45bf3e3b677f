export type Row = { id: string };

export type Table<T extends Row> = {
  get(id: string): T | undefined;
  /** All records, oldest first. */
  all(): T[];
  /** Those with this name, oldest first. */
  named(name: string): T[];
  /** Those of these days (YYYY-MM-DD, both inclusive) and, when one is named, of this state, oldest first. */
  between(from: string, to: string, state?: string): readonly T[];
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
  dayOf: ((record: T) => string) | undefined;
  stateOf: ((record: T) => string) | undefined;
  written: (id: string, record: T | null) => void;
};

/** Records by their ids and, where they have names and days, by these. */
export function createTable<T extends Row>({ recordsMax, nameOf, dayOf, stateOf, written }: Options<T>): Table<T> {
  const rows = new Map<string, T>();
  const byName = createGroups<T>(nameOf);
  const byDay = createDays<T>(dayOf, stateOf);
  let newest: T | undefined;

  const store = (record: T): void => {
    const before = rows.get(record.id);
    if (!before) newest = record;
    rows.set(record.id, record);
    byName.add(record);
    byDay.put(record, before);
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
    between: byDay.between,
    newest: () => newest,
    put(record) {
      store(record);
      written(record.id, record);
      while (rows.size > recordsMax) remove(rows.keys().next().value!);
      return record;
    },
    remove,
    restore(id, record) {
      if (record) store(record);
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

type Day<T> = { rows: Map<string, T>; listed: Map<string | undefined, readonly T[]> };

/** Records by day. A list built from one day is cached until something of that day changes, so pages cost nothing. */
function createDays<T extends Row>(dayOf: ((record: T) => string) | undefined, stateOf?: (record: T) => string) {
  const days = new Map<string, Day<T>>();
  const remove = (record: T): void => {
    const day = dayOf && days.get(dayOf(record));
    day?.rows.delete(record.id);
    day?.listed.clear();
    if (dayOf && day?.rows.size === 0) days.delete(dayOf(record));
  };
  const listOf = ({ rows, listed }: Day<T>, state: string | undefined): readonly T[] => {
    const known = listed.get(state);
    if (known) return known;
    const all = [...rows.values()];
    const list = state === undefined ? all : all.filter((record) => stateOf?.(record) === state);
    listed.set(state, list);
    return list;
  };
  return {
    put(record: T, before: T | undefined): void {
      if (!dayOf) return;
      const name = dayOf(record);
      if (before && dayOf(before) !== name) remove(before);
      const day = days.get(name) ?? { rows: new Map<string, T>(), listed: new Map<string | undefined, readonly T[]>() };
      day.rows.set(record.id, record);
      day.listed.clear();
      days.set(name, day);
    },
    remove,
    between(from: string, to: string, state?: string): readonly T[] {
      const names = [...days.keys()].filter((name) => name >= from && name <= to).toSorted();
      const lists = names.map((name) => listOf(days.get(name)!, state));
      return lists.length === 1 ? lists[0]! : lists.flat();
    },
    clear: () => days.clear(),
  };
}
