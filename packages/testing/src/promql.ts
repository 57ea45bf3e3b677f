/** A metric that a query reads, with the labels that its series are selected and grouped by. */
export type Selector = { name: string; labels: string[] };

const STRING = /"(?:[^"\\]|\\.)*"/g;
/** Parts of a query whose names are no metrics. */
const OTHERS = [
  /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g,
  /\[[^\]]*\]/g,
  /\boffset\s+-?\w+/g,
  /\b\d[\w.]*\b/g,
  /\b(?:and|or|unless|bool|inf|nan)\b/gi,
];
const NAME = /([a-zA-Z_:][\w:]*)(?![\w:])(\s*\(|\{[^}]*\})?/g;
const LABEL = /(\w+)\s*(?:=~|!~|!=|=)/g;

/** The metrics that a PromQL query reads. Knows no more of the language than the queries of this house use. */
export function selectorsIn(query: string): Selector[] {
  const bare = OTHERS.reduce((text, others) => text.replaceAll(others, ' '), query.replaceAll(STRING, '""'));
  return [...bare.matchAll(NAME)]
    .filter(([, , behind = '']) => !behind.endsWith('('))
    .map(([, name = '', matchers = '']) => ({
      name,
      labels: [...matchers.matchAll(LABEL)].map(([, label = '']) => label),
    }));
}
