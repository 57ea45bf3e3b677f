import { brotliDecompressSync, deflateSync } from 'node:zlib';
import { pngChunk } from './coloured-files.ts';

const unpacked = (packed: string): Buffer => brotliDecompressSync(Buffer.from(packed, 'base64'));

/** 12,000 x 8,333 px of one colour; progressive, with full chroma resolution, so that it is decoded in full. Encoding it takes seconds. */
export const giantJpeg = (): Buffer =>
  unpacked(
    'nx/pESCeB7ZjugwPxGojgYOuynT8/bz7le93LwosaUoDasIZrsmeU05EyyjRLMDw8P0N8J99utWEibX97XwNw5C7kKLfh7oowAhKhzAa' +
      'hrsBYraHExkQDnhQm7sPIiz9ijiEleKEupc9CBwv8JzAOUEUBUkhiiLLimuYGgncMOTA9+OsK+KkSc+lclY2/TCejKNivpqPVt1oPHon' +
      'YHcWlUBOdUZxy7Yjz6ksqTwt/ixawFjI5g4aDxDBiavQsQl0WvtnUToCMIQlAPgAzFHQuAThf/n3JCEC8szxc9lMGiRQCoWbksEKbD7Y' +
      'GgUBQ/9fY2G9MgndvsLuMz0EWHiJ0hFIez/cI5tCD3AE0AgrmDId',
  );

/** The same image, lossy. */
export const giantWebp = (): Buffer =>
  unpacked(
    'XzMHBGoGxumgjgzqAJScoAQ73cmCDThRD8AGpoFlwWkePGR7fpCJtLWRvj4TDgE46Glb2ltKsVhPZpXzmY1A+im7DKuxfv0YMzkk6G5B' +
      'gB9kRUHhZwk3yBZn6P//KWaK8Pu6sV0oLx3nv6zuckzTXfL8dT+jqc1sPeTVUlvqMMqiAV/0dGmldi2mrFYtgfTanerKPqlT+CVe7g78' +
      'AXZ1qyfg79vqP0ezBZDx3B+aGpOiJ4lCux5OFb/GeIAY++upiD4H0QN+vOH9R3xl+2ElFgA=',
  );

/** A PNG that says it is as large as this, with next to no pixels: rejecting it for its size takes no decoding. */
export function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(64))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
