import { Migration } from '@mikro-orm/migrations';

/**
 * Statements that neither readers nor writers wait for: each outside of any transaction, with whatever time it needs. They run
 * again when their process was killed.
 */
export abstract class ApartMigration extends Migration {
  static readonly statements: readonly string[];

  override up(): void {}
}
