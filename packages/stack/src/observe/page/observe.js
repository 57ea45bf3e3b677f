import { byId } from './elements.js';
import { showProcesses } from './processes.js';
import { showTraces } from './traces.js';

const REFRESH_MS = 2_000;

let isPaused = false;

async function refresh() {
  const response = await fetch(`/data.json?contains=${encodeURIComponent(byId('contains').value)}`);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { processes, traces, stored } = await response.json();
  showProcesses(processes);
  showTraces(traces, stored);
}

/** Said only when it changes: a screen reader would repeat it every two seconds. */
function say(text) {
  const state = byId('state');
  if (state.textContent !== text) state.textContent = text;
}

async function keepFresh() {
  for (;;) {
    if (!isPaused && !document.hidden) {
      try {
        await refresh();
        say('Up to date');
      } catch {
        say('No connection: npm start has ended, or is busy. Trying again.');
      }
    }
    await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
  }
}

// What is typed is seen at once, also while paused.
byId('contains').addEventListener('input', () => void refresh().catch(() => undefined));
byId('pause').addEventListener('click', ({ currentTarget }) => {
  isPaused = !isPaused;
  currentTarget.setAttribute('aria-pressed', String(isPaused));
  say(isPaused ? 'Paused' : 'Going on');
});
await keepFresh();
