import type { EntityManager } from '@mikro-orm/postgresql';
import type { MikroORM } from '@mikro-orm/postgresql';

type Wake = () => void;

/** The relays that publish from this process now, by the database they serve. */
const relays = new WeakMap<object, Wake>();

/** Says that the relay of this database publishes from this process, until it is disposed. */
export function relayIsHere({ config }: Pick<MikroORM, 'config'>, wake: Wake): Disposable {
  relays.set(config, wake);
  return {
    [Symbol.dispose]() {
      if (relays.get(config) === wake) relays.delete(config);
    },
  };
}

/** Wakes it without a word through PostgreSQL; undefined when another replica publishes. */
export const wakeRelayHere = (em: Pick<EntityManager, 'config'>): Wake | undefined => relays.get(em.config);
