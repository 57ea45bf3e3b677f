const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

/** Whom an address stands for: of IPv6 everybody has a network of /64, so its addresses are one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const gap = tail === undefined ? 0 : Math.max(0, IPV6_GROUPS - before!.length - after!.length);
  const groups = [...before!, ...Array<string>(gap).fill('0'), ...after!].slice(0, NETWORK_GROUPS);
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}
