import type { ServiceUnderTest } from '@estampa/testing/start-service';

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
};

/** How many rows each index returned for a query; a full table scan is listed as `all of <name>`. */
export async function rowsRead(
  database: Pick<ServiceUnderTest['database'], 'query'>,
  sql: string,
): Promise<Map<string, number>> {
  const { rows } = await database.query(`explain (analyze, timing off, format json) ${sql}`);
  const rowsBy = new Map<string, number>();
  const check = (node: PlanNode): void => {
    const name = node['Index Name'] ?? (node['Node Type'] === 'Seq Scan' ? `all of ${node['Relation Name']}` : null);
    const count = node['Actual Rows'] * node['Actual Loops'];
    if (name && node['Actual Loops'] > 0) rowsBy.set(name, (rowsBy.get(name) ?? 0) + count);
    node.Plans?.forEach(check);
  };
  check(rows[0]['QUERY PLAN'][0].Plan);
  return rowsBy;
}
