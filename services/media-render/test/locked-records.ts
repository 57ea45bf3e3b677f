import { randomUUID } from 'node:crypto';
import type { Media } from './media.ts';

/** Recording an image of this template waits: its file is stored by then. */
export async function lockRecordOf(media: Media, templateId: string) {
  const name = `lock_${randomUUID().replaceAll('-', '')}`;
  const client = await media.service.database.connect();
  const lock = Number.parseInt(name.slice(5, 12), 16);
  await client.query('select pg_advisory_lock($1)', [lock]);
  await client.query(`
    create function ${name}() returns trigger language plpgsql as $$
    begin
      if new.template_id = '${templateId}' and new.status = 'rendered' then perform pg_advisory_xact_lock(${lock}); end if;
      return new;
    end $$`);
  await client.query(`create trigger ${name} before update on render for each row execute function ${name}()`);
  const release = async () => {
    await client.query('select pg_advisory_unlock_all()');
    await client.query(`drop function if exists ${name}() cascade`);
  };
  return {
    release,
    isWaitedFor: async () =>
      (await client.query(`select 1 from pg_locks where locktype = 'advisory' and not granted and objid = $1`, [lock]))
        .rowCount === 1,
    async [Symbol.asyncDispose]() {
      await release();
      client.release();
    },
  };
}
