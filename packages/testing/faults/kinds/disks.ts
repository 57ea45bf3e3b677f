import { setTimeout as pause } from 'node:timers/promises';
import type { ServerName } from '@estampa/stack/infrastructure/infrastructure';
import { isAlive, processIdentity } from '@estampa/stack/processes/process-table';
import type { Fault } from '../fault.ts';
import type { DiskName } from '../stage/small-disks.ts';

const LASTS_MS = 8_000;
const SERVERS: Readonly<Record<DiskName, ServerName>> = { postgres: 'postgres', kafka: 'kafka', s3: 'objectStore' };

/** A server that ended for want of room is started again once there is some, as its operator does. */
export const DISK: Fault = {
  name: 'disk',
  title: 'the disk of PostgreSQL, Kafka or object storage full for 8 s',
  targets: Object.keys(SERVERS),
  hasSmallDisks: true,
  async strike({ infrastructure, disks }, target) {
    const disk = target as DiskName;
    const server = infrastructure.servers[SERVERS[disk]]!;
    const identity = processIdentity(server.pid)!;
    disks!.fill(disk);
    await pause(LASTS_MS);
    disks!.free(disk);
    if (!isAlive(server.pid, identity)) await server.restart();
  },
};
