/** A row of a file for spreadsheets, as RFC 4180 has it. */
export const csvLine = (fields: readonly (string | number | null)[]): string => `${fields.map(csvField).join(',')}\r\n`;

/** Characters that begin a formula, also in their full width; and the same in a cell where a spreadsheet separates by semicolons. */
const FORMULA = /^\s*(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/;
const FORMULA_IN_NEXT_CELL = /([;\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

/** Text that begins like a formula would be one in a spreadsheet; an apostrophe makes it text there. Numbers are as they are. */
function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = value.replace(FORMULA, "'$&").replaceAll(FORMULA_IN_NEXT_CELL, "$1'");
  return /[",;\r\n]|^ | $/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
