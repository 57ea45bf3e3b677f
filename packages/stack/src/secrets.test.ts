import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeSecrets, readOrMakeSecrets } from './secrets.ts';

describe('the secrets of a local stack', () => {
  const directory = mkdtempSync(join(tmpdir(), 'estampa-secrets-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const file = (name: string) => join(directory, name);

  it('are made once, for their owner alone to read', () => {
    const made = readOrMakeSecrets(file('new'));

    expect(readOrMakeSecrets(file('new'))).toEqual(made);
    expect(statSync(file('new')).mode & 0o777).toBe(0o600);
  });

  it('that a later version adds stay the same from their first start on', () => {
    const { jwtPrivateKey, ...earlier } = makeSecrets();
    writeFileSync(file('earlier'), JSON.stringify(earlier));

    const completed = readOrMakeSecrets(file('earlier'));

    expect(completed).toEqual({ ...earlier, jwtPrivateKey: expect.stringContaining('PRIVATE KEY') });
    expect(completed.jwtPrivateKey).not.toBe(jwtPrivateKey);
    expect(readOrMakeSecrets(file('earlier'))).toEqual(completed);
  });

  it('are not replaced when their file is broken: the data could not be read any more', () => {
    writeFileSync(file('broken'), '{"postgresPassword": "a');

    expect(() => readOrMakeSecrets(file('broken'))).toThrow(/npm run reset/);
    expect(readFileSync(file('broken'), 'utf8')).toBe('{"postgresPassword": "a');
  });
});
