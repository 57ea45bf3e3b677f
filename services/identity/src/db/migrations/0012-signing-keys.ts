import { Migration } from '@mikro-orm/migrations';

/** Public halves of the keys that replicas sign with; each is there until the last token that it signed has expired. */
export default class SigningKeysMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table signing_key (
        kid text primary key,
        jwk jsonb not null,
        published_until timestamptz(3) not null
      )`);
    this.addSql('create index signing_key_published_until on signing_key (published_until)');
  }
}
