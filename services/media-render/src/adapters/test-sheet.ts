import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where tests leave what people review. */
export const SHEETS = join(import.meta.dirname, '../../../../.local/test/images');

export function writeSheet(name: string, content: string | Uint8Array): void {
  mkdirSync(SHEETS, { recursive: true });
  writeFileSync(join(SHEETS, name), content);
}

/** How far images are from those of an oracle, as a table in Markdown; each row by its name. */
export class ErrorTable {
  readonly #columns: readonly string[];
  readonly #rows = new Map<string, readonly number[]>();

  constructor(...columns: string[]) {
    this.#columns = columns;
  }

  add(name: string, ...figures: number[]): void {
    this.#rows.set(name, figures);
  }

  write(file: string): void {
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    const head = [line(['', ...this.#columns]), line(['---', ...this.#columns.map(() => '---:')])];
    const rows = [...this.#rows].map(([name, figures]) => line([name, ...figures.map((one) => one.toFixed(3))]));
    writeSheet(file, `${[...head, ...rows].join('\n')}\n`);
  }
}
