import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it.each<[string, string | number | null, string]>([
  ['plain text', 'Camiseta', 'Camiseta'],
  ['nothing', null, ''],
  ['no characters', '', ''],
  ['a number', 4_900, '4900'],
  ['a negative number, which is no formula', -500, '-500'],
  ['a comma', 'Preto, M', '"Preto, M"'],
  ['quotes', 'a "b" c', '"a ""b"" c"'],
  ['a quote alone', '"', '""""'],
  ['a line break', 'a\nb', '"a\nb"'],
  ['a carriage return', 'a\r\nb', '"a\r\nb"'],
  ['a space at an end', 'a ', '"a "'],
  ['accents and emoji', 'Ação 🎨', 'Ação 🎨'],
  ['an apostrophe', "d'água", "d'água"],
  ['a formula', '=1+1', "'=1+1"],
  ['a formula with quotes', '=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['a plus, as telephone numbers have', '+5511999999999', "'+5511999999999"],
  ['a minus', '-2+3', "'-2+3"],
  ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
  ['a formula after spaces', '  =1', "'  =1"],
  ['a formula in full width', '＝1', "'＝1"],
  ['a formula after a tab', '\t=1', "'\t=1"],
  ['text after a tab', '\ttext', "'\ttext"],
  ['a semicolon, which separates cells in Portuguese', 'a;b', '"a;b"'],
  ['a formula after a semicolon', 'a;=1', '"a;\'=1"'],
  ['a formula in quotes after a semicolon, where they would begin the next cell', 'a;"=1', '"a;""\'=1"'],
  ['a formula on the next line', 'a\r\n=1', '"a\r\n\'=1"'],
  ['an equals sign inside', 'a=1', 'a=1'],
])('writes %s', (_name, value, written) => {
  expect(csvLine([value, 'end'])).toBe(`${written},end\r\n`);
});
