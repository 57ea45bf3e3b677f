import { createHash } from 'node:crypto';
import { hashOf, wordsOf } from '@estampa/storefront/domain/search-words';
import type { Load } from './bulk-load.ts';
import type { Copies, Copy, Kind } from './copies.ts';
import type { ReadSource } from './read-model.ts';
import { type Stencil, stencil } from './stencil.ts';

/** The words by which copies are found, as the storefront makes them of texts; its job would take minutes for a million products. */
export function wordLoads(copies: Copies, sources: readonly ReadSource[], likes: Uint32Array): Load[] {
  const { products } = copies.origin.model;
  const placeOf = (id: string) => products.findIndex((product) => product.id === id);
  return [
    load(copies, sources, {
      kind: 'artwork',
      of: 'product_count',
      table: 'product_word',
      columns: ['likes_count', 'created_at'],
      ranksOf: (id, at) => (copy) => `${likes[copy.artwork * products.length + placeOf(id)]!}\t${at(copy)}`,
    }),
    load(copies, sources, {
      kind: 'store',
      of: 'store',
      table: 'artist_word',
      columns: ['followers_count'],
      ranksOf: () => () => '0',
    }),
  ];
}

/** The copies of a row that says of which text its words are: each of its own text, or the storefront would make them once more. */
export function withWordsOf(
  copies: Copies,
  columns: readonly string[],
  row: readonly (string | null)[],
  make: Stencil<Copy>,
): Stencil<Copy> {
  const wordsOfModel = row[columns.indexOf('words_of')];
  if (!wordsOfModel) return make;
  const text = stencil(row[columns.indexOf('search_text')]!, copies.words, copies);
  return (copy) => make(copy).replace(wordsOfModel, createHash('md5').update(text(copy)).digest('hex').slice(0, 8));
}

interface Words {
  readonly kind: Kind;
  /** Where the texts are, and where their words go. */
  readonly of: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** What the copies of a row are ranked by. */
  readonly ranksOf: (id: string, at: (copy: Copy) => string) => (copy: Copy) => string;
}

function load(copies: Copies, sources: readonly ReadSource[], { kind, of, table, columns, ranksOf }: Words): Load {
  const found = sources.find(({ source }) => source.service === 'storefront' && source.table === of)!;
  const valueOf = (row: readonly (string | null)[], column: string) => row[found.columns.indexOf(column)]!;
  const { words } = copies;
  const rows = found.rows['model']!.map((row) => {
    const id = valueOf(row, 'id');
    const at = columns.includes('created_at') ? stencil(valueOf(row, 'created_at'), words, copies) : () => '';
    return { id, text: stencil(valueOf(row, 'search_text'), words, copies), ranks: ranksOf(id, at) };
  });
  function* lines() {
    for (let number = 0; number < copies.count(kind); number += 1) {
      const copy = copies.copy(kind, number);
      for (const { id, text, ranks } of rows) {
        const each = wordsOf(text(copy));
        const [own, ranked, hashes] = [copies.idOf(id, number), ranks(copy), `{${each.map(hashOf).join(',')}}`];
        for (const word of each) yield `${own}\t${word}\t${hashes}\t${ranked}\n`;
      }
    }
  }
  const perCopy = rows.reduce((sum, { text }) => sum + wordsOf(text(copies.copy(kind, 0))).length, 0);
  return {
    service: 'storefront',
    table,
    columns: ['id', 'word', 'word_hashes', ...columns].join(', '),
    rows: copies.count(kind) * perCopy,
    lines: lines(),
  };
}
