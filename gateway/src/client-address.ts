import { isIP } from 'node:net';
import type { Request } from 'express';

const IPV4_IN_IPV6 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** Whose request it is, as far as the trusted proxies say; what they pass on unread may be anything. */
export function clientAddress(request: Request): string | null {
  const [told = '', peer = ''] = [request.ip, request.socket.remoteAddress].map((text) =>
    text?.replace(IPV4_IN_IPV6, ''),
  );
  return [told, peer].find((address) => isIP(address) !== 0) ?? null;
}
