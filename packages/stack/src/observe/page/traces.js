import { byId, h, svg } from './elements.js';
import { milliseconds } from './processes.js';

const WIDTH = 1_000;
/** The shortest span is still seen. */
const WIDTH_MIN = 2;
const INDENT = '\u00a0\u00a0';

const MEGABYTE = 1024 ** 2;
let shown = '';
const rows = new Map();

/** Rows stay the elements that they are, so that a refresh takes nobody's focus away. */
export function showTraces(traces, { traces: count, spans, bytes, dropped }) {
  byId('stored').textContent =
    count === 0
      ? 'None yet: what is requested now is here in a second. Where OTEL_EXPORTER_OTLP_ENDPOINT is set, traces go there instead.'
      : `The newest of ${count} traces with ${spans} spans in memory (${(bytes / MEGABYTE).toFixed(1)} MB${dropped ? `, ${dropped} spans too many left out` : ''}).`;
  for (const id of rows.keys()) if (!traces.some((trace) => trace.id === id)) removeRow(id);
  const body = byId('traces');
  for (const [at, trace] of traces.entries()) {
    if (!rows.has(trace.id)) rows.set(trace.id, rowOf(trace.id));
    const { row, update } = rows.get(trace.id);
    update(trace);
    if (body.children[at] !== row) body.insertBefore(row, body.children[at] ?? null);
  }
}

function removeRow(id) {
  rows.get(id).row.remove();
  rows.delete(id);
}

function rowOf(id) {
  const button = h('button', { type: 'button', click: () => show(id) });
  const cells = Array.from({ length: 4 }, () => h('td'));
  const row = h('tr', null, cells[0], h('td', null, button), ...cells.slice(1));
  const update = ({ startMs, service, name, durationMs, spans, services, failed }) => {
    const texts = [
      new Date(startMs).toLocaleTimeString('en-GB'),
      milliseconds(durationMs),
      String(spans),
      services.join(', '),
    ];
    for (const [at, text] of texts.entries()) if (cells[at].textContent !== text) cells[at].textContent = text;
    const label = `${service}: ${name}${failed ? ' (failed)' : ''}`;
    if (button.textContent !== label) button.textContent = label;
    row.setAttribute('aria-current', String(id === shown));
  };
  return { row, update };
}

async function show(id) {
  const response = await fetch(`/traces/${id}.json`);
  const title = byId('waterfall-title');
  byId('waterfall').hidden = false;
  if (!response.ok) {
    title.textContent = 'This trace is not in memory any longer';
    byId('steps').replaceChildren();
    return;
  }
  const trace = await response.json();
  shown = id;
  for (const [other, { row }] of rows) row.setAttribute('aria-current', String(other === id));
  title.textContent = `${trace.service}: ${trace.name}, ${milliseconds(trace.durationMs)}`;
  byId('steps').replaceChildren(...trace.rows.map((row) => stepOf(row, trace.durationMs)));
  title.focus();
}

function stepOf({ service, name, kind, depth, offsetMs, durationMs, failed }, wholeMs) {
  const scale = WIDTH / Math.max(wholeMs, Number.EPSILON);
  const width = Math.max(durationMs * scale, WIDTH_MIN);
  const x = Math.min(offsetMs * scale, WIDTH - width);
  const bar = svg('rect', { x: x.toFixed(1), y: 2, width: width.toFixed(1), height: 12, rx: 2 });
  const drawing = svg(
    'svg',
    { class: 'bars', viewBox: `0 0 ${WIDTH} 16`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    bar,
  );
  const step = `${INDENT.repeat(depth)}${name}${failed ? ' (failed)' : ''}`;
  return h(
    'tr',
    { class: failed ? 'failed' : null },
    h('td', null, service),
    h('td', { title: kind }, step),
    h('td', null, milliseconds(offsetMs)),
    h('td', null, milliseconds(durationMs)),
    h('td', null, drawing),
  );
}
