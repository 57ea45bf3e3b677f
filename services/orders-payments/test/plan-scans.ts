import type { ServiceUnderTest } from '@estampa/testing/start-service';

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

/** A plan and all its parts. */
export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The scans of tables that a statement made. */
export async function scansIn(
  database: Pick<ServiceUnderTest['database'], 'query'>,
  text: string,
  values: readonly unknown[],
): Promise<Plan[]> {
  const { rows } = await database.query(`explain (analyze, format json) ${text}`, [...values]);
  const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
  return nodes.filter((node) => node['Relation Name'] !== undefined && node['Actual Loops'] > 0);
}

const passedOver = (node: Plan): number =>
  (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);

/** How many rows scans read, those among them that they passed over. */
export const readBy = (scans: readonly Plan[]): number =>
  scans.reduce((sum, node) => sum + (node['Actual Rows'] + passedOver(node)) * node['Actual Loops'], 0);
