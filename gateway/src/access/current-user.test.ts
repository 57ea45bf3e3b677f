import { expect, it } from 'vitest';
import type { Clients } from '../clients/clients.ts';
import { createCurrentUserOf } from './current-user.ts';

/** Identity knows every user whose id does not say otherwise, and lists them in an order of its own. */
function identity() {
  const requested: string[][] = [];
  const listCurrentUsers = async ({ userIds }: { userIds: string[] }) => {
    requested.push(userIds);
    return { users: userIds.filter((id) => id !== 'nobody').map((id) => ({ id })) };
  };
  return {
    requested,
    currentUserOf: createCurrentUserOf({ auth: { listCurrentUsers } as unknown as Clients['auth'] }),
  };
}

it('names each user once in a query, and no more than a hundred requests in one', async () => {
  const { requested, currentUserOf } = identity();
  const userIds = ['0', ...Array.from({ length: 100 }, (_none, at) => String(at))];

  const users = await Promise.all(userIds.map((userId) => currentUserOf(userId)));

  expect(users.map(({ id }) => id)).toEqual(userIds);
  expect(requested).toEqual([userIds.slice(1, 100), ['99']]);
});

it('finds no user where there is none', async () => {
  const { currentUserOf } = identity();

  await expect(currentUserOf('nobody')).rejects.toMatchObject({
    kind: 'not_found',
    message: 'There is no user nobody',
  });
});
