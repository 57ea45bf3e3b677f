import { byId, h } from '../shared/elements.js';
import { reais, t } from '../shared/words.js';

const FIGURES = [
  'salesCents',
  'refundsCents',
  'platformFeeCents',
  'providerFeesCents',
  'earnedCents',
  'paidCents',
  'payableCents',
];
const DAYS_SHOWN = 30;
const DAY_MS = 24 * 3_600_000;

/** A day in São Paulo, as the API writes it. */
const dayAt = (instant) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(instant);

const subjectOf = (by, row) => row.day ?? row.sellerProfileId ?? row.productTypeName ?? t(`row.${by}`);

export const figureHeads = () => FIGURES.map((name) => h('th', { class: 'amount', scope: 'col' }, t(`figure.${name}`)));
export const figureCells = (figures) =>
  FIGURES.map((name) => h('td', { class: 'amount' }, figures ? reais(figures[name]) : ''));

/** Reports with their form. `run` shows what goes wrong. */
export function mountReports({ api, run, say }) {
  const form = byId('wanted');
  let report = null;
  form.elements.to.value = dayAt(Date.now());
  form.elements.from.value = dayAt(Date.now() - (DAYS_SHOWN - 1) * DAY_MS);
  const wanted = () =>
    Object.fromEntries(
      Array.from(new FormData(form), ([name, value]) => [name, typeof value === 'string' ? value : '']),
    );

  function show() {
    byId('more').hidden = !report?.nextCursor;
    if (!report) return;
    const { by, rows, total } = report;
    const heads = [h('th', { scope: 'col' }, t(`by.${by}`)), ...figureHeads()];
    const lines = rows.map((row) => h('tr', {}, h('th', { scope: 'row' }, subjectOf(by, row)), figureCells(row)));
    const none = h('tr', {}, h('td', { colspan: FIGURES.length + 1, class: 'soft' }, t('report.none')));
    byId('report').replaceChildren(
      h('thead', {}, h('tr', {}, heads)),
      h('tbody', {}, lines.length > 0 ? lines : none),
      h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, t('report.total')), figureCells(total))),
    );
  }

  async function load(cursor) {
    const { by, from, to } = cursor ? report.wanted : wanted();
    const page = await api.financeReport({ by, from, to, ...(cursor && { cursor }) });
    report = { ...page, by, wanted: { by, from, to }, rows: [...(cursor ? report.rows : []), ...page.rows] };
    show();
    say(t('report.shown', { rows: report.rows.length }));
  }

  async function download() {
    const { by, from, to } = wanted();
    const { blob } = await api.financeReportFile({ by, from, to });
    const link = h('a', { href: URL.createObjectURL(blob), download: `finance-${by}-${from}-${to}.csv` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run(() => load());
  });
  byId('more').addEventListener('click', () => void run(() => load(report.nextCursor)));
  byId('csv').addEventListener('click', () => void run(download));
  return { show, load };
}
