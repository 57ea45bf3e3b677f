/** How long whoever completes an upload waits: the image is read, checked and made smaller meanwhile. */
export const COMPLETE_DEADLINE_MS = 30_000;
