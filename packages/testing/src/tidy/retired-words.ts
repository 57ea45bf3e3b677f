import type { SourceFile, SourceTree } from './source-tree.ts';

/**
 * Words that the code is leaving behind, with the standard word that replaces each. A word counts where it is a part of
 * an identifier (`askedPage`, `ASKED_AT`) or a file name (`keep-order.ts`), not in comments or strings.
 */
const RETIRED: readonly (readonly [word: string, forms: string, instead: string])[] = [
  ['admit', 'admit admits admitted introduce introduced', 'access check, request context'],
  ['announce', 'announce announces announced', 'publish'],
  ['answer', 'answer answers answered answering', 'response'],
  ['around', 'around beside', 'dependencies'],
  ['ask', 'ask asks asked asking asker', 'request, query'],
  ['calm', 'calm passing patience patient', 'patch, transient, retry'],
  ['door', 'door edge', 'gateway'],
  ['fact', 'fact facts', 'replicated state'],
  ['hear', 'hear hears heard hearing', 'subscribe'],
  ['hold', 'hold holds holder', 'lock, reserve'],
  ['keep', 'keep keeps kept keeping', 'project, upsert, store'],
  ['later', 'later', 'on commit'],
  ['look', 'look looks looked looking', 'check, poll'],
  ['moment', 'moment moments', 'timestamp'],
  ['notice', 'notice notices noticed', 'webhook, notification'],
  ['opinion', 'opinion opinions', 'viewer state'],
  ['outside', 'outside', 'dependencies'],
  ['park', 'park parks parked', 'dead-letter'],
  ['passage', 'passage passages', 'proxy'],
  ['picture', 'picture pictures', 'image'],
  ['plumbing', 'plumbing', 'infrastructure'],
  ['refusal', 'refusal refusals refuse refuses refused', 'error, rejection'],
  ['sweep', 'sweep sweeps swept', 'reconciliation'],
  ['tell', 'tell tells told retold', 'publish, report, notify'],
  ['together', 'together', 'pipeline, batch'],
  ['turn', 'turn turns', 'queue slot'],
  ['unkeyed', 'unkeyed', 'notIdempotent'],
  ['whole', 'whole', 'AllFields'],
  ['work', 'work works', 'transaction body'],
];

export type Counts = Readonly<Record<string, number>>;

const ENTRY_BY_FORM = new Map(RETIRED.flatMap(([name, forms]) => forms.split(' ').map((form) => [form, name])));
/** Comments and strings are matched first, so that nothing inside of them counts. */
const TOKEN = /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[A-Za-z_$][\w$]*/g;
const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;
/** The table itself, and rules that search code for words. */
const OWN = /^packages\/testing\/src\/(?:tidy\/|budgets)/;

/** Fields of published messages and columns of tables: what uses them says their name. */
const PUBLISHED = new Set([
  'refusal',
  'refusals',
  'refuseReason',
  'opinions',
  'payment_notice',
  'parked_at',
  'artwork_hold',
]);

/** How often each retired word stands in the identifiers and names of all TypeScript files. */
export function countRetiredWords(tree: SourceTree): Counts {
  const counts: Record<string, number> = Object.fromEntries(RETIRED.map(([name]) => [name, 0]));
  for (const file of tree)
    for (const [name, count] of Object.entries(retiredWordsOf(file))) counts[name] = counts[name]! + count;
  return counts;
}

/** The same for one file; words that do not occur are left out. */
export function retiredWordsOf({ path, text }: SourceFile): Counts {
  const counts: Record<string, number> = {};
  if (!path.endsWith('.ts') || OWN.test(path)) return counts;
  const names = [path.slice(path.lastIndexOf('/') + 1), ...(text.match(TOKEN) ?? []).filter((it) => /^[\w$]/.test(it))];
  const ours = names.filter((name) => !PUBLISHED.has(name));
  for (const word of ours.flatMap((name) => name.match(WORD) ?? [])) {
    const entry = ENTRY_BY_FORM.get(word.toLowerCase());
    if (entry) counts[entry] = (counts[entry] ?? 0) + 1;
  }
  return counts;
}

/** What a developer should do about each count that is not the recorded one. */
export function budgetProblems(
  counts: Counts,
  budgets: Counts,
  filesOf: (word: string) => readonly string[],
): string[] {
  return RETIRED.flatMap(([word, , instead]) => {
    const [count, budget] = [counts[word] ?? 0, budgets[word] ?? 0];
    if (count > budget)
      return [
        `"${word}" grew from ${budget} to ${count}: write ${instead} in ${filesOf(word).join(', ') || 'new code'}`,
      ];
    return count < budget
      ? [`"${word}" fell from ${budget} to ${count}: record it, so that it stays so (${RECORD})`]
      : [];
  });
}

/** Writes down what is counted now; for after a merge or a renaming, and when a count fell. */
export const RECORD = 'ESTAMPA_RECORD_BUDGETS=true npm test -- packages/testing/src/budgets.test.ts';
