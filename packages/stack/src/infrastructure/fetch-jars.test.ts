import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOST } from '../ports.ts';
import { fetchJars } from './fetch-jars.ts';
import { pomOf } from './maven.ts';

const ONE = 'org/demo/one/1.0/one-1.0.jar';
const TWO = 'org/demo/two/2.0/two-2.0-all.jar';
const NO_PROCESS = 4_194_305;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const CHECKSUMS = { [ONE]: sha256('one'), [TWO]: sha256('two') };

describe('fetching jars from a repository', () => {
  let served: Record<string, string>;
  let requested: string[];
  let server: Server;
  let baseUrl: string;
  let directory: string;
  let place: string;
  beforeEach(async () => {
    served = { [`/maven/${ONE}`]: 'one', [`/maven/${TWO}`]: 'two' };
    requested = [];
    server = createServer((request, response) => {
      requested.push(request.url ?? '');
      const text = served[request.url ?? ''];
      response.writeHead(text === undefined ? 404 : 200).end(text);
    }).listen(0, HOST);
    await once(server, 'listening');
    baseUrl = `http://${HOST}:${(server.address() as AddressInfo).port}/maven/`;
    directory = mkdtempSync(join(tmpdir(), 'estampa-jars-'));
    place = join(directory, 'demo-1');
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
    rmSync(directory, { recursive: true });
  });

  it('brings each jar once', async () => {
    expect(await fetchJars(CHECKSUMS, place, baseUrl)).toBe(place);
    await fetchJars(CHECKSUMS, place, baseUrl);

    expect(readFileSync(join(place, 'two-2.0-all.jar'), 'utf8')).toBe('two');
    expect(requested.toSorted()).toEqual([`/maven/${ONE}`, `/maven/${TWO}`]);
  });

  it.each([
    { what: 'a jar with other bytes', change: { [`/maven/${TWO}`]: 'tampered' }, says: /two-2.0-all.jar is not what/ },
    { what: 'an empty answer', change: { [`/maven/${ONE}`]: '' }, says: /one-1.0.jar is not what/ },
  ])('rejects $what and leaves nothing behind', async ({ change, says }) => {
    Object.assign(served, change);

    await expect(fetchJars(CHECKSUMS, place, baseUrl)).rejects.toThrow(says);

    expect(readdirSync(directory)).toEqual([]);
  });

  it('names the address that has no jar', async () => {
    delete served[`/maven/${ONE}`];

    await expect(fetchJars(CHECKSUMS, place, baseUrl)).rejects.toThrow(`${baseUrl}${ONE} answered 404`);
  });

  it('clears what killed downloads left, and nothing of those under way', async () => {
    for (const pid of [NO_PROCESS, process.ppid]) mkdirSync(`${place}.partial-${pid}`);

    await fetchJars(CHECKSUMS, place, baseUrl);

    expect(readdirSync(directory).toSorted()).toEqual(['demo-1', `demo-1.partial-${process.ppid}`]);
  });

  it('reuses a complete directory, and fetches an incomplete one again', async () => {
    mkdirSync(place);
    writeFileSync(join(place, 'one-1.0.jar'), 'one');
    writeFileSync(join(place, 'two-2.0-all.jar'), 'two');
    await fetchJars(CHECKSUMS, place, baseUrl);
    expect(requested).toEqual([]);

    rmSync(join(place, '.verified'));
    writeFileSync(join(place, 'two-2.0-all.jar'), 'tw');
    writeFileSync(join(place, 'stranger-1.0.jar'), 'not asked for');
    await fetchJars(CHECKSUMS, place, baseUrl);

    expect(readFileSync(join(place, 'two-2.0-all.jar'), 'utf8')).toBe('two');
    expect(existsSync(join(place, 'stranger-1.0.jar'))).toBe(false);
  });
});

it('requests exactly the listed jars from Maven', () => {
  const pom = pomOf([ONE, TWO]);

  expect(pom).toContain('<groupId>org.demo</groupId><artifactId>one</artifactId><version>1.0</version><exclusions>');
  expect(pom).toContain('<artifactId>two</artifactId><version>2.0</version><classifier>all</classifier>');
});
