/** Where the public finds the picture of an object key. */
export type PictureUrl = (key: string) => string;

export const pictureUrlAt =
  (cdnUrl: string): PictureUrl =>
  (key) =>
    `${cdnUrl}/${key}`;
