import { parentPort } from 'node:worker_threads';
import { Canvases } from './canvases.ts';
import { restrictDecoders } from './decoding.ts';
import { Drawings } from './drawings.ts';
import { ImageShelf } from './image-shelf.ts';
import { tasks } from './image-tasks.ts';
import { type Assignment, failureOutcome, givenAway, type Instruction, type Outcome } from './thread-messages.ts';

const shelf = new ImageShelf();
const workplace = { shelf, canvases: new Canvases(), drawings: new Drawings() };

/** The thread of `ImageThread`. */
async function perform({ id, task, input }: Assignment): Promise<Outcome> {
  try {
    return { id, output: await tasks(workplace, id)[task](input as never) };
  } catch (error) {
    return failureOutcome(id, error);
  }
}

const studio = parentPort;
if (studio) {
  // Loading sharp resets it to its defaults, for all threads.
  restrictDecoders();
  studio.on('message', (instruction: Instruction) => {
    if ('forget' in instruction) return shelf.forget(instruction.forget);
    void perform(instruction).then((outcome) => studio.postMessage(outcome, givenAway(outcome)));
  });
}
