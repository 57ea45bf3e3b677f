import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writePrivateFile } from '../private-file.ts';

const ENVELOPE = 'application/vnd.in-toto+json';

/** https://github.com/secure-systems-lab/dsse/blob/master/envelope.md */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly sig: string }[];
}

/** A key in PEM (PKCS#8): Ed25519, whose signatures are the same each time, or ECDSA on P-256. */
export function readSigningKey(file: string): KeyObject {
  return readKey(file, 'a private key in PEM (PKCS#8)', createPrivateKey);
}

/** The other half of a key that signs, in PEM. */
export function readVerifyingKey(file: string): KeyObject {
  return readKey(file, 'a public key in PEM', createPublicKey);
}

function readKey(file: string, kind: string, parse: (pem: Buffer) => KeyObject): KeyObject {
  let pem: Buffer;
  try {
    pem = readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read: it should have ${kind}`, { cause: error });
  }
  const wanted = `${file} is not ${kind}, Ed25519 or ECDSA on P-256`;
  let key: KeyObject;
  try {
    key = parse(pem);
  } catch (error) {
    // OpenSSL says "DECODER routines::unsupported" to whatever it cannot read.
    throw new Error(wanted, { cause: error });
  }
  if (key.asymmetricKeyType !== 'ed25519' && key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error(wanted);
  return key;
}

/** For trying a release out: made once, and worth nothing to anybody else. */
export function trialKey(file: string): KeyObject {
  if (!existsSync(file))
    writePrivateFile(
      file,
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    );
  return readSigningKey(file);
}

const algorithmOf = (key: KeyObject): 'sha256' | null => (key.asymmetricKeyType === 'ed25519' ? null : 'sha256');

export const signatureOf = (bytes: Uint8Array, key: KeyObject): string =>
  sign(algorithmOf(key), bytes, key).toString('base64');

export const isSignedBy = (bytes: Uint8Array, signature: string, key: KeyObject): boolean =>
  verify(algorithmOf(key), bytes, key, Buffer.from(signature, 'base64'));

export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();

/** What cosign signs of an image: its name and digest. */
export const simpleSigning = (reference: string, digest: string): Buffer =>
  Buffer.from(
    JSON.stringify({
      critical: {
        identity: { 'docker-reference': reference },
        image: { 'docker-manifest-digest': digest },
        type: 'cosign container image signature',
      },
      optional: null,
    }),
  );

export function sealed(statement: object, key: KeyObject): Envelope {
  const payload = Buffer.from(JSON.stringify(statement));
  return {
    payloadType: ENVELOPE,
    payload: payload.toString('base64'),
    signatures: [{ sig: signatureOf(preAuthenticated(payload), key) }],
  };
}

/** The statement of an envelope that the key has signed. */
export function opened({ payload, payloadType, signatures }: Envelope, key: KeyObject): unknown {
  const bytes = Buffer.from(payload, 'base64');
  if (payloadType !== ENVELOPE || !signatures.some(({ sig }) => isSignedBy(preAuthenticated(bytes), sig, key)))
    throw new Error('An envelope is not signed by this key');
  return JSON.parse(bytes.toString());
}

const preAuthenticated = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${ENVELOPE.length} ${ENVELOPE} ${payload.length} `), payload]);
