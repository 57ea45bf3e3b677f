import { byId, h } from '../shared/elements.js';
import { day, moment, t } from '../shared/words.js';
import { figureCells, figureHeads } from './reports.js';

/** Months, of which the earliest that is over can be closed. */
export function mountPeriods({ api, run, say }) {
  let periods = [];

  const stateOf = ({ closed, endsAt }) => {
    if (closed) return t('period.closed', { at: moment(closed.closedAt) });
    return new Date(endsAt) > new Date() ? t('period.open', { at: day(endsAt) }) : t('period.over');
  };

  function show() {
    const next = periods.findLast(({ closed, endsAt }) => !closed && new Date(endsAt) <= new Date());
    const line = (period) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, period.month),
        h('td', {}, stateOf(period)),
        figureCells(period.closed?.figures),
        h(
          'td',
          {},
          period === next &&
            h(
              'button',
              { type: 'button', click: () => void run(() => close(period.month)) },
              t('period.close', { month: period.month }),
            ),
        ),
      );
    const heads = [t('period.month'), t('period.state')].map((name) => h('th', { scope: 'col' }, name));
    byId('periods').replaceChildren(
      h('thead', {}, h('tr', {}, heads, figureHeads(), h('td', {}))),
      h('tbody', {}, periods.map(line)),
    );
  }

  async function close(month) {
    if (!confirm(t('period.sure', { month }))) return;
    await api.closeFinancePeriod(month);
    await load();
    say(t('period.done', { month }));
  }

  async function load() {
    ({ periods } = await api.financePeriods());
    show();
  }
  return { show, load };
}
