import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault.ts';

const ABSENCE_MS = [2_000, 8_000] as const;

export const KAFKA: Fault = {
  name: 'kafka',
  title: 'Kafka stopped or killed, and restarted',
  targets: ['stopped', 'killed'],
  async strike({ infrastructure }, target, random) {
    const kafka = infrastructure.servers.kafka!;
    await (target === 'killed' ? kafka.kill('SIGKILL') : kafka.stop());
    await pause(random.between(...ABSENCE_MS));
    await kafka.restart();
  },
};

export const POSTGRES: Fault = {
  name: 'postgres',
  title: 'PostgreSQL shut down at once, and restarted',
  targets: ['immediate', 'killed'],
  async strike({ infrastructure }, target, random) {
    const postgres = infrastructure.servers.postgres!;
    // SIGQUIT is its immediate shutdown: without a checkpoint, so that the start recovers from the log.
    await postgres.kill(target === 'killed' ? 'SIGKILL' : 'SIGQUIT');
    await pause(random.between(0, ABSENCE_MS[0]));
    await postgres.restart();
  },
};
