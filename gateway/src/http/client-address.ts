import { type IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import express from 'express';
import type { Config } from '../config.ts';

/** Whose request it is, as far as the trusted proxies say; what they pass on unread may be anything. */
export type ClientAddress = (request: IncomingMessage) => string | null;

/** As some proxies write an address: `203.0.113.7:4100`, `[2001:db8::1]`, `[2001:db8::1]:4100`. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/i;
const IPV4_IN_IPV6 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

type Trusts = (address: string, hop: number) => boolean;

/** As Express reads the setting; it is evaluated here too, since stored pages are served before Express sees a request. */
const trustIn = (proxies: Config['TRUST_PROXY']): Trusts =>
  express().set('trust proxy', proxies).get('trust proxy fn') as Trusts;

/** Whether who connects is a proxy whose word is taken. */
export function trustedProxies(proxies: Config['TRUST_PROXY']): (address: string) => boolean {
  const trusts = trustIn(proxies);
  return (address) => trusts(address, 0);
}

export function clientAddressBehind(proxies: Config['TRUST_PROXY']): ClientAddress {
  const trusts = trustIn(proxies);
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    const forwarded = request.headers['x-forwarded-for'];
    const reported = typeof forwarded === 'string' ? lastUntrusted(peer, forwarded, trusts) : peer;
    const address = [reported, peer].map((text) => text.replace(IPV4_IN_IPV6, '')).find((text) => isIP(text) !== 0);
    return address ?? null;
  };
}

/** Each proxy appends the address that connected to it. */
function lastUntrusted(peer: string, forwarded: string, trusts: Trusts): string {
  const before = forwarded.split(',').map((text) => text.trim().replace(WITH_PORT, '$1$2'));
  let address = peer;
  for (let hop = 0; before.length > 0 && trusts(address, hop); hop += 1) address = before.pop()!;
  return address;
}
