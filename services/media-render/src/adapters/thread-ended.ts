/** Work ended with its thread, or needs what ended with an earlier one: what did not cause it may be tried again. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
}
