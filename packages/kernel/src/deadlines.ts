/** How long the caller that completes an upload waits while the image is read, checked and scaled. */
export const COMPLETE_DEADLINE_MS = 30_000;
