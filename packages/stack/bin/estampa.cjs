#!/usr/bin/env node
'use strict';
// With machine.cjs all that Node 20 runs: it checks the machine, installs what package-lock.json names, and hands over to Node 24.
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { delimiter, join, resolve } = require('node:path');
const { spawn, spawnSync } = require('node:child_process');

const { machineProblems } = require('./machine.cjs');

const OWN_NODE = 24;
const ORPHAN_CHECK_MS = 1_000;
/** The bench, the soak, the faults and the upgrades see the stack from outside, and the simulator replaces the clock, so they are programs of their own. */
const OWN_ENTRIES = {
  bench: 'packages/bench/src/main.ts',
  capacity: 'packages/bench/src/capacity/main.ts',
  'drill:upgrade': 'packages/testing/upgrade/main.ts',
  faults: 'packages/testing/faults/main.ts',
  model: 'packages/sim/src/month/main.ts',
  mutation: 'packages/mutation/src/main.ts',
  'release:data': 'packages/testing/upgrade/main.ts',
  sim: 'packages/sim/src/main.ts',
  soak: 'packages/bench/src/soak/main.ts',
};

const repository = resolve(__dirname, '../../..');
const modules = join(repository, 'node_modules');
const local = join(repository, '.local');

main(process.argv.slice(2));

function main(args) {
  const problems = machineProblems(args, repository);
  if (problems.length > 0)
    fail(`Estampa cannot run here yet:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  installWhenStale();
  handOver(args);
}

/** node_modules is current when it was installed from this very lock file. */
function installWhenStale() {
  const lockFile = join(repository, 'package-lock.json');
  const stampFile = join(modules, '.estampa-lock');
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return;

  if (!wasInstalledByHand(lockFile)) {
    console.log('Installing packages (about a minute, once) ...');
    // Errors, also for a silent `npm test`. Warnings are about the Node that runs npm, which is not the one that runs Estampa.
    const env = { ...process.env, npm_config_loglevel: 'error' };
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: repository, stdio: 'inherit', env });
    if (status !== 0) fail('npm ci failed: see its message above.');
  }
  writeFileSync(stampFile, hash);
}

function wasInstalledByHand(lockFile) {
  const installed = join(modules, '.package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs;
}

function handOver(args) {
  const flags = ['--disable-warning=TimeoutNegativeWarning', '--disable-warning=ExperimentalWarning'];
  const child = spawn(findNode(), [...flags, join(repository, entryOf(args[0])), ...args], {
    cwd: repository,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(local, 'compile-cache'),
      PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH}`,
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) whenOrphaned(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function entryOf(command) {
  return OWN_ENTRIES[command] ?? 'packages/stack/src/main.ts';
}

/** A killed npm takes its shell along but not what the shell runs. */
function whenOrphaned(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, ORPHAN_CHECK_MS);
  timer.unref();
}

function findNode() {
  const installed = join(modules, '.bin', 'node');
  if (existsSync(installed)) return installed;
  if (Number(process.versions.node.split('.')[0]) >= OWN_NODE) return process.execPath;
  return fail(
    `On this system Node ${OWN_NODE} has to be installed by hand (https://nodejs.org); this is ${process.versions.node}.`,
  );
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
