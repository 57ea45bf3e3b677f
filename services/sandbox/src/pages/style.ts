/** One small sheet for all pages; colours follow the reader's light or dark setting. */
export const STYLE = `
:root { --ink: #1c2330; --soft: #5b6474; --paper: #ffffff; --ground: #f2f4f8; --line: #d5dae3; --edge: #7d8798; --accent: #1d4ed8;
  --accent-ink: #ffffff; --good: #146c43; --bad: #b42318; --warn: #fff3c4; --warn-ink: #5c4300; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf1; --soft: #a3acbb; --paper: #1a202b; --ground: #11151d;
  --line: #353e4d; --edge: #77839a; --accent: #7ba2ff; --accent-ink: #0b1220; --good: #6fd3a2; --bad: #ff9a90; --warn: #4a3a08; --warn-ink: #ffe9a8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
.notice { margin: 0; padding: .6rem 1rem; background: var(--warn); color: var(--warn-ink); text-align: center; }
main { margin: 0 auto; padding: 1.25rem 1rem 3rem; }
main.narrow { max-width: 34rem; }
main.wide { max-width: 76rem; }
h1 { font-size: 1.35rem; margin: .5rem 0; line-height: 1.3; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 0 0 .75rem; }
.amount { font-size: 2.1rem; font-weight: 700; margin: .25rem 0; line-height: 1.2; }
.soft { color: var(--soft); font-size: .9rem; margin: .3rem 0; overflow-wrap: anywhere; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 1rem 0; }
.outcome { border-left: .35rem solid var(--soft); }
.outcome.good { border-left-color: var(--good); }
.outcome.bad { border-left-color: var(--bad); }
.qr { display: block; max-width: 100%; height: auto; margin: 0 auto .75rem; background: #fff; border-radius: .5rem; }
.code { display: block; padding: .6rem; border: 1px dashed var(--line); border-radius: .5rem; font: .85rem/1.45 ui-monospace, monospace;
  word-break: break-all; user-select: all; }
label { display: block; font-size: .9rem; margin: .6rem 0 .2rem; }
input, select { width: 100%; padding: .6rem .7rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: .5rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
button, .button { display: inline-block; width: 100%; margin-top: .9rem; padding: .7rem 1rem; font: inherit; font-weight: 600; text-align: center; cursor: pointer;
  text-decoration: none; color: var(--accent-ink); background: var(--accent); border: 1px solid var(--accent); border-radius: .5rem; }
button.quiet { color: var(--ink); background: transparent; border-color: var(--line); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
#test-cards { margin-top: .9rem; }
ul.cards { margin: .25rem 0 0; padding-left: 1.1rem; font-size: .9rem; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .88rem; }
th, td { text-align: left; padding: .45rem .6rem; border-bottom: 1px solid var(--line); vertical-align: middle; }
th { color: var(--soft); font-weight: 600; white-space: nowrap; }
td.mono { font-family: ui-monospace, monospace; font-size: .82rem; overflow-wrap: anywhere; min-width: 8rem; }
td form { display: inline-block; }
td button { width: auto; margin: .1rem .25rem .1rem 0; padding: .2rem .55rem; font-size: .82rem; font-weight: 500; white-space: nowrap; }
.state { white-space: nowrap; padding: .1rem .5rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .78rem; }
.state.good { color: var(--good); border-color: currentColor; }
.state.bad { color: var(--bad); border-color: currentColor; }
@media print { .notice, button { display: none; } body { background: #fff; } .card { break-inside: avoid; } }
`;
