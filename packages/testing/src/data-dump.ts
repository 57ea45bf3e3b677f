import type pg from 'pg';

/** Rows that schema dumps have already: the names of the migrations. */
const ELSEWHERE = 'mikro_orm_migrations';

const TABLES = `
  select format('%I', relname) as name, string_agg(format('%I', attname), ', ' order by attname) as columns,
    string_agg(format('%I', attname), ',') filter (where atttypid = 'timestamptz'::regtype) as timestamps
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
  where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> '${ELSEWHERE}'
  group by relname order by relname`;

/** Those that a job has added since the tables were made. */
const PARTITIONS = `
  select format('create table if not exists %I partition of %s %s', relname, inhparent::regclass, pg_get_expr(relpartbound, oid)) as sql
  from pg_class join pg_inherits on inhrelid = oid
  where relkind = 'r' and relispartition and relnamespace = 'public'::regnamespace order by relname`;

/** One that belongs to a column is found by that, as its name is from when its table was made. */
const SEQUENCES = `
  select format('select setval(%s, %s)', coalesce(
    format('pg_get_serial_sequence(%L, %L)', refobjid::regclass, attname), quote_literal(format('%I', sequencename))), last_value) as sql
  from pg_sequences
    left join pg_depend on objid = format('%I', sequencename)::regclass and deptype in ('a', 'i') and refobjsubid > 0
    left join pg_attribute on attrelid = refobjid and attnum = refobjsubid
  where schemaname = 'public' and last_value is not null and refobjid is distinct from '${ELSEWHERE}'::regclass
  order by sql`;

type Table = { name: string; columns: string; timestamps: string | null };

/** Statements that fill the tables of a database with what is in them, or with some rows of a table; one row a line. */
export async function dataDump(database: pg.Client, only: Readonly<Record<string, string>> = {}): Promise<string> {
  let text = '';
  for (const { sql } of (await database.query<{ sql: string }>(PARTITIONS)).rows) text += `${sql};\n`;
  for (const { name, columns } of (await database.query<Table>(TABLES)).rows) {
    const query = `select row_to_json(rows)::text as line from (select ${columns} from ${name} ${only[name] ?? ''}) rows order by line`;
    const lines = (await database.query<{ line: string }>(query)).rows.map(({ line }) => line);
    if (lines.length === 0) continue;
    text += `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, $rows$[\n`;
    text += `${lines.join(',\n')}\n]$rows$);\n`;
  }
  for (const { sql } of (await database.query<{ sql: string }>(SEQUENCES)).rows) text += `${sql};\n`;
  return text;
}

/** As the superuser; triggers and references are not run, and all times are moved by so much: what was made a minute before the dump is a minute old. */
export async function restoreData(database: pg.Client, dump: string, ageMs: number): Promise<void> {
  await database.query('begin');
  await database.query('set local session_replication_role = replica');
  await database.query(dump);
  for (const { name, timestamps } of (await database.query<Table>(TABLES)).rows) {
    if (timestamps === null) continue;
    const moved = timestamps.split(',').map((column) => `${column} = ${column} + $1::interval`);
    await database.query(`update ${name} set ${moved.join(', ')}`, [`${ageMs} milliseconds`]);
  }
  await database.query('commit');
}
