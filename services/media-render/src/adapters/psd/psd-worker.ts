import { parentPort, workerData } from 'node:worker_threads';
import { restrictDecoders } from '../decoding.ts';
import { failureOutcome, givenAway, type Outcome } from '../thread-messages.ts';
import { drawTemplate, readContents } from './import-psd.ts';

/** All that is done with a Photoshop file, each in a thread of its own. */
const psdTasks = {
  readContents: async ({ bytes }: { bytes: Uint8Array }) => readContents(asBuffer(bytes)),
  drawTemplate: ({ bytes, index }: { bytes: Uint8Array; index: number }) => drawTemplate(asBuffer(bytes), index),
};

export type PsdTasks = typeof psdTasks;
export type PsdAssignment = { task: keyof PsdTasks; input: unknown };

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

async function perform({ task, input }: PsdAssignment): Promise<Outcome> {
  try {
    return { id: 0, output: await psdTasks[task](input as never) };
  } catch (error) {
    return failureOutcome(0, error);
  }
}

if (parentPort) {
  const port = parentPort;
  // Loading sharp resets it to its defaults, for all threads.
  restrictDecoders();
  void perform(workerData as PsdAssignment).then((outcome) => port.postMessage(outcome, givenAway(outcome)));
}
