import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** What is printed from the same, to know whether the words on it can go. */
export default class SurfacesOfPrints extends IndexMigration {
  static override readonly index = { name: 'print_surface_digest', on: 'print_surface (print_digest)' };
}
