import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DAYS = '30';
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** As a secret of the kind kubernetes.io/tls has them, PEM. */
export interface KeyPair {
  readonly 'tls.crt': string;
  readonly 'tls.key': string;
  readonly 'ca.crt': string;
}

/**
 * Certificates for calls between services where no cert-manager makes them: for tests and development. openssl makes them, signed by an authority that is
 * forgotten at once. Each names its owner by `spiffe://estampa/<name>` and the host that it is reached by.
 */
export function makeCertificates(names: readonly string[], hostOf: (name: string) => string): Record<string, KeyPair> {
  const directory = mkdtempSync(join(tmpdir(), 'estampa-certificates-'));
  const file = (name: string) => join(directory, name);
  const read = (name: string) => readFileSync(file(name), 'utf8');
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const authority = ['-keyout', file('ca.key'), '-out', file('ca.crt')];
    openssl('req', '-x509', ...NEW_KEY, ...authority, '-days', DAYS, '-subj', '/CN=Estampa development');
    return Object.fromEntries(names.map((name) => [name, issue(name)]));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }

  function issue(name: string): KeyPair {
    openssl('req', ...NEW_KEY, '-keyout', file('own.key'), '-out', file('own.csr'), '-subj', `/CN=${name}`);
    writeFileSync(file('own.ext'), `subjectAltName=DNS:${hostOf(name)},URI:spiffe://estampa/${name}\n`);
    const signing = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', file('own.ext')];
    openssl('x509', '-req', '-in', file('own.csr'), '-out', file('own.crt'), '-days', DAYS, ...signing);
    return { 'tls.crt': read('own.crt'), 'tls.key': read('own.key'), 'ca.crt': read('ca.crt') };
  }
}
