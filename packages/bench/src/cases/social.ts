import { requestBytes } from '../load/connection.ts';
import type { Case, Ground, Prepared } from './case.ts';
import { expectResponse } from './expect.ts';

const PEOPLE = 64;

/** Each request is by another person. */
async function toggles(ground: Ground, pathOf: (turn: number) => string, right: string): Promise<Prepared> {
  const { world, logins } = ground;
  const tokens = await logins.tokens(world.customerEmails.slice(0, PEOPLE));
  return {
    async act(connection, turn) {
      const request = requestBytes({ method: 'POST', path: pathOf(turn), token: tokens[turn % PEOPLE] });
      expectResponse(await connection.send(request), 200, right);
    },
  };
}

const likePath = ({ world }: Ground, turn: number, stores: number): string => {
  const { slug, products } = world.stores[turn % stores]!;
  return `/stores/${slug}/products/${products[0]!.slug}/like`;
};

export const socialCases: readonly Case[] = [
  {
    name: 'like-one-16',
    title: 'like of one product by a crowd',
    clients: 16,
    prepare: (ground) => toggles(ground, (turn) => likePath(ground, turn, 1), '"isLiked":'),
  },
  {
    name: 'like-many-16',
    title: 'like of products of many stores',
    clients: 16,
    prepare: (ground) => toggles(ground, (turn) => likePath(ground, turn, PEOPLE - 1), '"isLiked":'),
  },
  {
    name: 'follow-16',
    title: 'follow of many stores',
    clients: 16,
    prepare: (ground) =>
      toggles(ground, (turn) => `/stores/${ground.world.stores[turn % (PEOPLE - 1)]!.slug}/follow`, '"isFollowing":'),
  },
];
