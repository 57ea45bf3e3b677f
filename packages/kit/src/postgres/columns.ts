/** Converts the driver's value of one column to the row's type, or throws. */
export type Column<T> = (value: unknown) => T;
export type Columns = Readonly<Record<string, Column<unknown>>>;
export type RowOf<C extends Columns> = { [Name in keyof C]: C[Name] extends Column<infer T> ? T : never };

/** How a column of a table is stored; `text` also stands for varchar. */
export type StoredType =
  | 'uuid'
  | 'text'
  | 'boolean'
  | 'bytea'
  | 'timestamptz'
  | 'date'
  | 'integer'
  | 'bigint'
  | 'jsonb'
  | 'double precision'
  | 'text[]';
/** A column that `table` takes: one that also says how it is stored. */
export type StoredColumn<T> = Column<T> & {
  readonly stored: {
    readonly type: StoredType;
    readonly isNullable?: boolean;
    readonly isKey?: boolean;
    readonly isHidden?: boolean;
  };
};

const mustBe = (what: string, value: unknown): never => {
  throw new TypeError(`is not ${what} but ${value === null ? 'null' : typeof value}`);
};

const stored = <T>(type: StoredType, read: Column<T>): StoredColumn<T> => Object.assign(read, { stored: { type } });

export const uuid: StoredColumn<string> = stored('uuid', (value) =>
  typeof value === 'string' ? value : mustBe('a uuid', value),
);
/** Text, varchar; in a query also uuid. */
export const text: StoredColumn<string> = stored('text', (value) =>
  typeof value === 'string' ? value : mustBe('text', value),
);
/** Text that is one of a closed list of words. */
export const oneOf = <T extends string>(words: readonly T[]): StoredColumn<T> =>
  stored('text', (value) => (words.includes(value as T) ? (value as T) : mustBe(`one of ${words.join(', ')}`, value)));
/** Text of words that another service decides: a new one passes unchecked. */
export const textOf = <T extends string>(): StoredColumn<T> => stored('text', (value) => text(value) as T);
export const boolean: StoredColumn<boolean> = stored('boolean', (value) =>
  typeof value === 'boolean' ? value : mustBe('a boolean', value),
);
export const bytes: StoredColumn<Buffer> = stored('bytea', (value) =>
  Buffer.isBuffer(value) ? value : mustBe('bytes', value),
);
/** timestamptz, also inside JSON. */
export const timestamp: StoredColumn<Date> = stored('timestamptz', (value) => {
  const date = typeof value === 'string' ? new Date(value) : value;
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date : mustBe('a timestamp', value);
});

/** A day, such as `2026-11-26`; a query casts it to text, since the driver would make a timestamp of it. */
export const date: StoredColumn<string> = stored('date', (value) =>
  typeof value === 'string' ? value : mustBe('a date as text', value),
);

const safeInteger: Column<number> = (value) => {
  const number = typeof value === 'string' ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : mustBe('an integer', value);
};

/** smallint and int; in a query also bigint and numeric without decimals, as long as JavaScript can represent it exactly. */
export const integer: StoredColumn<number> = stored('integer', (value) => safeInteger(value));
/** bigint, as long as JavaScript can represent it exactly. */
export const bigint: StoredColumn<number> = stored('bigint', (value) => safeInteger(value));
/** json, jsonb: whatever stands in it; who reads it vouches for its shape. */
export const json = <T>(): StoredColumn<T> =>
  stored('jsonb', (value) => (value === undefined ? mustBe('json', value) : (value as T)));
/** double precision. */
export const float: StoredColumn<number> = stored('double precision', (value) =>
  typeof value === 'number' ? value : mustBe('a number', value),
);
export const list =
  <T>(of: Column<T>): Column<T[]> =>
  (value) =>
    Array.isArray(value) ? value.map(of) : mustBe('a list', value);

export const textArray = <T extends string>(of: StoredColumn<T>): StoredColumn<T[]> => stored('text[]', list(of));

export function nullable<T>(of: StoredColumn<T>): StoredColumn<T | null>;
export function nullable<T>(of: Column<T>): Column<T | null>;
export function nullable<T>(of: Column<T> | StoredColumn<T>): Column<T | null> {
  const read: Column<T | null> = (value) => (value === null ? null : of(value));
  return 'stored' in of ? Object.assign(read, { stored: { ...of.stored, isNullable: true } }) : read;
}

/** The primary key of its table. */
export const key = <T>(of: StoredColumn<T>): StoredColumn<T> => marked(of, { isKey: true });

/** Left out where a row that MikroORM loaded is serialized. */
export const hidden = <T>(of: StoredColumn<T>): StoredColumn<T> => marked(of, { isHidden: true });

const marked = <T>(of: StoredColumn<T>, mark: Partial<StoredColumn<T>['stored']>): StoredColumn<T> =>
  Object.assign((value: unknown) => of(value), { stored: { ...of.stored, ...mark } });
