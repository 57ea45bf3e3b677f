import { accessSync, constants } from 'node:fs';
import { DomainError } from '@estampa/kernel/errors';
import { CALLERS, type PeerName } from '@estampa/kernel/callers';
import type { ServiceName } from '@estampa/kernel/topics';
import { type ChannelCredentials, credentials, experimental, ServerCredentials } from '@grpc/grpc-js';
import type { Call } from './call.ts';
import type { GrpcTlsConfig } from '../service/config.ts';

/** A certificate names its owner by this URI: `spiffe://estampa/catalog`. Its DNS names are checked by who connects. */
const IDENTITY = 'URI:spiffe://estampa/';
/** Renewed certificates are found by looking again. */
const POLL_EVERY_MS = 10_000;

export type GrpcTls = { channel: ChannelCredentials; server: ServerCredentials };

const INSECURE: GrpcTls = { channel: credentials.createInsecure(), server: ServerCredentials.createInsecure() };

/** Mutual TLS where it is configured. Production must say so when it does without, because its network sees to that. */
export function grpcTls(config: GrpcTlsConfig): GrpcTls | null {
  const { GRPC_TLS_CERT: certificateFile, GRPC_TLS_KEY: privateKeyFile, GRPC_TLS_CA: caCertificateFile } = config;
  const files = { GRPC_TLS_CERT: certificateFile, GRPC_TLS_KEY: privateKeyFile, GRPC_TLS_CA: caCertificateFile };
  if (config.GRPC_TLS === 'off') return null;
  if (Object.values(files).every((file) => file === undefined)) {
    if (config.NODE_ENV === 'production') throw wrong('GRPC_TLS_CERT', 'is required in production, or GRPC_TLS=off');
    return null;
  }
  for (const [name, file] of Object.entries(files)) mustBeReadable(name, file);
  const provider = new experimental.FileWatcherCertificateProvider({
    certificateFile,
    privateKeyFile,
    caCertificateFile,
    refreshIntervalMs: POLL_EVERY_MS,
  });
  return {
    channel: experimental.createCertificateProviderChannelCredentials(provider, provider),
    server: experimental.createCertificateProviderServerCredentials(provider, provider, true),
  };
}

export const orInsecure = (tls: GrpcTls | null): GrpcTls => tls ?? INSECURE;

function mustBeReadable(name: string, file: string | undefined): void {
  if (file === undefined) throw wrong(name, 'is required with the other two');
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw wrong(name, 'must be the path of a readable file');
  }
}

const wrong = (name: string, problem: string): Error => new Error(`The configuration is wrong: ${name} ${problem}`);

/** Judges a call by the certificate of who makes it; throws what it is to be rejected with. */
export type CheckAccess = (subjectAltName: string | undefined, call: Call) => void;

/** Lets in who may call this service. The edge speaks for people; only services speak for themselves. */
export const checkCallersOf =
  (service: ServiceName): CheckAccess =>
  (subjectAltName, { caller }) => {
    const peer = CALLERS[service].find((name) => isNamed(subjectAltName, name));
    if (!peer) throw new DomainError('forbidden', 'peer_not_allowed', `This peer may not call ${service}`);
    if (caller?.roles.includes('service') && peer === 'gateway') {
      throw new DomainError('forbidden', 'peer_not_allowed', 'The gateway may not act as a service');
    }
  };

/** Node quotes names with odd characters, so that a name cannot pretend to be two. */
const isNamed = (subjectAltName: string | undefined, name: PeerName): boolean =>
  (subjectAltName ?? '').split(', ').includes(IDENTITY + name);
