import { setTimeout as pause } from 'node:timers/promises';
import { TOKEN_DEADLINE_MS, type BearerToken } from './bearer-token.ts';

/** As long as AWS lets such an address be valid. */
const VALID_SECONDS = 900;
/** MSK logs it. */
const USER_AGENT = 'estampa';

/**
 * For Amazon MSK with IAM, as whom the process is: by the SDK's own chain, such as a web identity or the pod identity agent, whose credentials
 * are renewed before they are over. A token is an address that was signed, which costs no request:
 * https://github.com/aws/aws-msk-iam-sasl-signer-js
 */
export function tokenByIam(region: string): BearerToken {
  const hostname = `kafka.${region}.amazonaws.com`;
  const connect = {
    method: 'GET',
    protocol: 'https:',
    hostname,
    path: '/',
    headers: { host: hostname },
    query: { Action: 'kafka-cluster:Connect' },
  };
  let opening: ReturnType<typeof openSigner> | null = null;
  return async () => {
    opening ??= openSigner(region);
    const signing = (await opening).presign(connect, { expiresIn: VALID_SECONDS });
    const { query = {} } = await Promise.race([signing, tooLate()]);
    const parameters = Object.entries({ ...query, 'User-Agent': USER_AGENT }).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    );
    return Buffer.from(`https://${hostname}/?${parameters.join('&')}`).toString('base64url');
  };
}

/** The SDK is loaded only where it is needed. */
async function openSigner(region: string) {
  const [{ SignatureV4 }, { defaultProvider }, { Sha256 }] = await Promise.all([
    import('@smithy/signature-v4'),
    import('@aws-sdk/credential-provider-node'),
    import('@smithy/core/checksum'),
  ]);
  const credentials = defaultProvider({ clientConfig: { region } });
  return new SignatureV4({ service: 'kafka-cluster', region, credentials, sha256: Sha256, applyChecksum: false });
}

async function tooLate(): Promise<never> {
  await pause(TOKEN_DEADLINE_MS, undefined, { ref: false });
  throw new Error(`AWS gives no credentials for Kafka within ${TOKEN_DEADLINE_MS} ms`);
}
