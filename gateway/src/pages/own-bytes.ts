/**
 * The same bytes in memory of just their size, for what is to stay: a field of a message is a part of what was read of the connection at
 * once, and zlib fills blocks of 16 KiB, so a short text would hold many times its length.
 */
export function ownBytes(bytes: Uint8Array): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}
