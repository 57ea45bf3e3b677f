/** Text that is already safe to send; everything else is escaped when it enters a template. */
export type Html = { readonly markup: string };

type Part = Html | string | number | null | undefined | false | readonly Html[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: strings.reduce((text, piece, index) => text + markupOf(parts[index - 1]) + piece) };
}

export const reais = (cents: number): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100);

function markupOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  if ('markup' in part) return part.markup;
  return part.map(({ markup }) => markup).join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
