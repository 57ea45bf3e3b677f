import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** Renders that show further surfaces of a template, by the template. */
export default class RendersOfFurtherSurfaces extends IndexMigration {
  static override readonly index = {
    name: 'render_further_surfaces',
    on: `render (split_part(template_id, '.', 1), artwork_id) where other_artwork_ids <> '{}'`,
  };
}
