/** What an ICC profile is for, in the four letters of its header. */
type Header = { version: number; deviceClass: string; colourSpace: string; connection: string };

export const D50: [number, number, number] = [0.9642, 1, 0.8249];

/** An ICC profile of these tags, each on a boundary of four bytes. */
export function iccFile(
  { version, deviceClass, colourSpace, connection }: Header,
  tags: readonly [string, Buffer][],
): Buffer {
  const header = Buffer.alloc(128);
  header.writeUInt32BE(version, 8);
  header.write(`${deviceClass}${colourSpace}${connection}`, 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  for (const [at, value] of D50.entries()) header.writeInt32BE(Math.round(value * 65_536), 68 + at * 4);
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  const bodies: Buffer[] = [];
  let offset = header.length + table.length;
  for (const [at, [name, body]] of tags.entries()) {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    table.write(name, 4 + at * 12, 'latin1');
    table.writeUInt32BE(offset, 8 + at * 12);
    table.writeUInt32BE(body.length, 12 + at * 12);
    bodies.push(padded);
    offset += padded.length;
  }
  header.writeUInt32BE(offset, 0);
  return Buffer.concat([header, table, ...bodies]);
}
