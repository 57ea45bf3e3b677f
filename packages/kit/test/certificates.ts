import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Certificate = { GRPC_TLS_CERT: string; GRPC_TLS_KEY: string; GRPC_TLS_CA: string };

/** A certificate authority of the test's own, in files; openssl makes the certificates. */
export function createAuthority(): Disposable & { issue(name: string): Certificate } {
  const directory = mkdtempSync(join(tmpdir(), 'estampa-certificates-'));
  const file = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.crt'),
    '-days',
    '2',
    '-subj',
    '/CN=Test',
  );
  return {
    issue(name) {
      openssl('req', ...newKey, '-keyout', file(`${name}.key`), '-out', file(`${name}.csr`), '-subj', `/CN=${name}`);
      writeFileSync(file(`${name}.ext`), `subjectAltName=DNS:localhost,IP:127.0.0.1,URI:spiffe://estampa/${name}\n`);
      const signing = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial', '-days', '2'];
      openssl(
        'x509',
        '-req',
        '-in',
        file(`${name}.csr`),
        '-out',
        file(`${name}.crt`),
        ...signing,
        '-extfile',
        file(`${name}.ext`),
      );
      return { GRPC_TLS_CERT: file(`${name}.crt`), GRPC_TLS_KEY: file(`${name}.key`), GRPC_TLS_CA: file('ca.crt') };
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
