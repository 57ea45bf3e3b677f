import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** What is printed from the same, to know whether the words on it can go. */
export default class ItemsOfPrints extends IndexMigration {
  static override readonly index = { name: 'print_item_digest', on: 'print_item (print_digest)' };
}
