import { parentPort } from 'node:worker_threads';
import { restrictDecoders } from './decoding.ts';
import { TASKS } from './picture-tasks.ts';
import { type Assignment, failureOutcome, givenAway, type Outcome } from './thread-messages.ts';

/** One thread of `PictureThreads`: does one task at a time and answers. */
async function perform({ task, input }: Assignment): Promise<Outcome> {
  try {
    return { output: await TASKS[task](input as never) };
  } catch (error) {
    return failureOutcome(error);
  }
}

const studio = parentPort;
if (studio) {
  // Whoever loads sharp sets it back to its defaults, for all threads.
  restrictDecoders();
  studio.on('message', (assignment: Assignment) => {
    void perform(assignment).then((outcome) => studio.postMessage(outcome, givenAway(outcome)));
  });
}
