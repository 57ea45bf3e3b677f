import { Migration } from '@mikro-orm/migrations';

/**
 * The words of what is shown, each with the rank of its product or artist, so that a search reads those of one word in order, and
 * with hashes of all words beside it, so that it need not look up others. The ranks follow their counters by foreign keys,
 * whichever version changes those. `search_word` has all words for finding similar
 * ones; it is not unique, so that no transaction waits for another to add a word.
 */
export default class SearchWords extends Migration {
  override up(): void {
    this.addSql('create unique index store_rank on store (id, followers_count)');
    this.addSql(`
      create index store_without_words on store (words_of, id)
      where words_of is distinct from case when is_published then left(md5(search_text), 8) else '' end`);
    this.addSql(`
      create table product_word (
        id uuid not null,
        word text collate "C" not null,
        word_hashes int[] not null,
        likes_count int not null,
        created_at timestamptz not null,
        primary key (id, word),
        constraint product_word_rank foreign key (id, likes_count) references product_count (id, likes_count)
          on update cascade on delete cascade
      ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05)`);
    this.addSql(`
      create table artist_word (
        id uuid not null,
        word text collate "C" not null,
        word_hashes int[] not null,
        followers_count int not null,
        primary key (id, word),
        constraint artist_word_rank foreign key (id, followers_count) references store (id, followers_count)
          on update cascade on delete cascade
      ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05)`);
    this.addSql(`
      create index product_word_ranked on product_word (word, likes_count desc, created_at desc, id desc)
      include (word_hashes)`);
    this.addSql(`
      create index artist_word_ranked on artist_word (word, followers_count desc, id desc) include (word_hashes)`);
    this.addSql('create table search_word (word text collate "C" not null)');
    this.addSql('create index search_word_order on search_word (word)');
    this.addSql('create index search_word_pieces on search_word using gin (word public.gin_trgm_ops)');
  }
}
