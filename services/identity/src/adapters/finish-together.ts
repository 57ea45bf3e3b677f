type Bounds = { most: number; waitMs: number };

/**
 * Releases tasks that finish at about the same time as a group: a finished one waits for others under way, until `most` are done or
 * the first has waited `waitMs`. A single task is released without delay, and a failure rejects at once.
 */
export function finishInPairs({ most, waitMs }: Bounds) {
  let underWay = 0;
  let done: (() => void)[] = [];
  let deadline: NodeJS.Timeout | undefined;

  const goOn = (): void => {
    clearTimeout(deadline);
    deadline = undefined;
    const all = done;
    done = [];
    for (const resolve of all) resolve();
  };
  const end = (): void => {
    underWay -= 1;
    if (underWay === 0) goOn();
  };

  return async function together<T>(task: () => Promise<T>): Promise<T> {
    underWay += 1;
    const result = await task().catch((error: unknown) => {
      end();
      throw error;
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    done.push(resolve);
    deadline ??= setTimeout(goOn, waitMs);
    end();
    if (done.length >= most) goOn();
    await promise;
    return result;
  };
}
