import type { EventSubscriber } from '@mikro-orm/postgresql';

/** Tells when a transaction that added rows of an entity has been committed. */
export function afterCommitOf(Entity: new () => object, tell: () => void): EventSubscriber {
  const adding = new WeakSet<object>();
  return {
    getSubscribedEntities: () => [Entity],
    async afterCreate({ em }) {
      const transaction = em.getTransactionContext();
      if (transaction) adding.add(transaction);
    },
    async afterTransactionCommit({ transaction }) {
      if (transaction && adding.delete(transaction)) tell();
    },
  };
}
