import { byId, h, setAttributes, svg } from './elements.js';

const WIDTH = 120;
const HEIGHT = 28;
/** The line is drawn from the right, where now is. */
const POINTS = 90;

const number = (digits) => (value) => (value === null ? '–' : value.toFixed(digits));
export const milliseconds = (value) => (value === null ? '–' : `${value.toFixed(value < 10 ? 1 : 0)} ms`);

/** What the columns show; those with a name of a history are drawn as well. */
const COLUMNS = [
  { field: 'requestsPerSecond', label: 'requests a second', text: number(1), isDrawn: true },
  { field: 'errorsPerSecond', label: 'errors a second', text: number(1), isDrawn: true, isBad: (value) => value > 0 },
  { field: 'p50', text: milliseconds },
  { field: 'p95', label: '95th percentile', text: milliseconds, isDrawn: true },
  { field: 'p99', text: milliseconds },
  { field: 'lag', label: 'consumer lag', text: number(0), isDrawn: true },
  { field: 'unsent', label: 'outbox', text: number(0), isDrawn: true },
];

const rows = new Map();

export function showProcesses(processes) {
  for (const process of processes) {
    if (!rows.has(process.name)) addRow(process.name);
    update(rows.get(process.name), process);
  }
}

function addRow(name) {
  const state = h('span', { class: 'failed' });
  const cells = COLUMNS.map(({ isDrawn }) => {
    const text = h('span');
    const line = isDrawn ? svg('path', {}) : null;
    const base = svg('path', { class: 'base', d: `M0 ${HEIGHT}H${WIDTH}` });
    const drawing = line && svg('svg', { class: 'line', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' }, base, line);
    return { text, line, drawing };
  });
  const figures = cells.map(({ text, drawing }) => h('td', null, h('div', { class: 'figure' }, text, drawing)));
  byId('processes').append(h('tr', null, h('th', { scope: 'row' }, name, ' ', state), figures));
  rows.set(name, { state, cells });
}

function update({ state, cells }, { isUp, now, history }) {
  state.textContent = isUp ? '' : 'down';
  for (const [at, { field, label, text, isDrawn, isBad }] of COLUMNS.entries()) {
    const value = now?.[field] ?? null;
    cells[at].text.textContent = text(value);
    cells[at].text.className = isBad?.(value) ? 'failed' : '';
    if (!isDrawn) continue;
    const most = Math.max(...history[field].map((one) => one ?? 0));
    setAttributes(cells[at].line, { d: pathOf(history[field], most) });
    setAttributes(cells[at].drawing, { 'aria-label': `${label}: now ${text(value)}, at most ${text(most)}` });
  }
}

/** A gap where nothing was measured. */
function pathOf(values, most) {
  const step = WIDTH / (POINTS - 1);
  const first = POINTS - values.length;
  const commands = values.map((value, at) => {
    if (value === null) return '';
    const y = HEIGHT - (most === 0 ? 0 : (value / most) * (HEIGHT - 2));
    const isFirst = at === 0 || values[at - 1] === null;
    return `${isFirst ? 'M' : 'L'}${((first + at) * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  return commands.join('') || 'M0 0';
}
