/** Work ended with its thread, or needs what ended with an earlier one: whoever is not to blame may do it again. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
}
