import type { ServiceView } from './service-view.ts';

/** The audit entries of a subject, oldest first: action, role, and each changed field with its values, where they are recorded. */
export async function auditOf({ database }: Pick<ServiceView, 'database'>, subject: string): Promise<unknown[][]> {
  const { rows } = await database.query(
    'select action, actor_role, changes from audit where subject = $1 order by occurred_at, id',
    [subject],
  );
  return rows.map(({ action, actor_role: role, changes }) => [
    action,
    role,
    ...changes.map(({ field, ...values }: Record<string, unknown>) => [
      field,
      ...['before', 'after'].flatMap((name) => (name in values ? [values[name]] : [])),
    ]),
  ]);
}
