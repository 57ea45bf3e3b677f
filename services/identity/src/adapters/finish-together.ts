type Bounds = { most: number; waitMs: number };

/**
 * Work that ends at about the same time goes on together: who is done waits for others that are under way, until so many are done
 * or the first of them has waited that long. Alone nobody waits, and what fails is told of at once.
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

  return async function together<T>(work: () => Promise<T>): Promise<T> {
    underWay += 1;
    const result = await work().catch((error: unknown) => {
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
