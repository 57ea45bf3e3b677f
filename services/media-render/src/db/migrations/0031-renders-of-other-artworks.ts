import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** Of few rows: those of renders that show artworks on further surfaces. */
export default class RendersOfOtherArtworks extends IndexMigration {
  static override readonly index = {
    name: 'render_other_artworks',
    on: `render using gin (other_artwork_ids) where other_artwork_ids <> '{}'`,
  };
}
