import { figure } from '../report/figures.ts';
import type { ExportResult } from './measure-export.ts';

export const EXPORTS_HEAD = ['export', 'rows', 'MB', 'seconds', 'rows/s', 'resident MB, before and at most'];

export const exportRows = (results: readonly ExportResult[]): string[][] =>
  results.map(({ name, rows, megabytes, seconds, memory }) => [
    name,
    rows.toLocaleString('en-US'),
    figure(megabytes),
    figure(seconds),
    figure(rows / seconds),
    memory.map(({ process, before, most }) => `${process} ${figure(before)} / ${figure(most)}`).join(', '),
  ]);
