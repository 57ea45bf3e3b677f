import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { documentOf } from '@estampa/stack/cluster/manifests';
import { REPOSITORY } from '@estampa/stack/paths';

type Rule = { expr: string; alert?: string; record?: string; for?: string };
type Rules = { groups: { name: string; rules: Rule[] }[] };

const ALERTS = 'charts/estampa/alerts';
const MINUTES = { m: 1, h: 60 };
/** A comparison up to the number behind it, with how Prometheus is to match the two sides. */
const COMPARISON = / (>=|>|==) ((?:on \(\w+\) group_left \(\) )?)/g;
/** Factor for thresholds and for `for`: series that stay below by a wide margin prove nothing. */
const SHARE = 0.7;

/**
 * The rules of each file of the chart, with alerts that are too eager instead of each alert: one for every threshold that it has, which
 * is a third lower, one that waits a third less, and one for what is there instead of absent. Series at the edge of an alert fire them all.
 */
export const mutatedRules = (): { file: string; rules: Rules }[] =>
  readdirSync(join(REPOSITORY, ALERTS)).map((file) => {
    const { groups } = documentOf(`${ALERTS}/${file}`) as Rules;
    return { file, rules: { groups: groups.map((group) => ({ ...group, rules: group.rules.flatMap(mutantsOf) })) } };
  });

function mutantsOf(rule: Rule): Rule[] {
  if (!rule.alert) return [rule];
  const named = (mutation: string, change: Partial<Rule>) => ({
    ...rule,
    ...change,
    alert: `${rule.alert}_${mutation}`,
  });
  const comparisons = [...rule.expr.matchAll(COMPARISON)];
  const lower = comparisons.map(({ index, 0: found, 1: operator, 2: matching }, nth) => {
    const eager = ` ${operator === '==' ? '<= 1 +' : `>= ${matching}${SHARE} *`} `;
    const expr = rule.expr.slice(0, index) + eager + rule.expr.slice(index + found.length);
    return named(`threshold_${nth + 1}`, { expr });
  });
  const absent = rule.expr.includes('absent(') ? [named('absent', { expr: rule.expr.replaceAll('absent(', '(') })] : [];
  return [...lower, ...absent, ...(rule.for ? [named('for', { for: shorter(rule.for) })] : [])];
}

function shorter(duration: string): string {
  const [, amount = '', unit = ''] = /^(\d+)([mh])$/.exec(duration) ?? [];
  return `${Math.floor(Number(amount) * MINUTES[unit as keyof typeof MINUTES] * SHARE)}m`;
}
