/** Composing an image takes longer than an ordinary call. */
export const RENDER_DEADLINE_MS = 30_000;
