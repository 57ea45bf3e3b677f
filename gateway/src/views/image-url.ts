/** Where the public finds the image of an object key. */
export type ImageUrl = (key: string) => string;

export const imageUrlAt =
  (cdnUrl: string): ImageUrl =>
  (key) =>
    `${cdnUrl}/${key}`;
