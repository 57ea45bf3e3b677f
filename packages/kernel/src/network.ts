const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

const IPV4_NETWORK_BYTES = 3;

/** The network that an address is given out of, IPv4 by its /24, IPv6 by its /64. */
export const subnetOf = (address: string): string =>
  address.includes(':') ? networkOf(address) : address.split('.').slice(0, IPV4_NETWORK_BYTES).join('.');

/** The network of an address: of IPv6 every customer has a /64, so its addresses count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const gap = tail === undefined ? 0 : Math.max(0, IPV6_GROUPS - before!.length - after!.length);
  const groups = [...before!, ...Array<string>(gap).fill('0'), ...after!].slice(0, NETWORK_GROUPS);
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}
