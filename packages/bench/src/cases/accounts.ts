import { requestBytes } from '../load/connection.ts';
import { bareArgon2 } from '../limits/bare-argon2.ts';
import { PASSWORD } from '../seed/world.ts';
import type { Case, Ground, Prepared } from './case.ts';
import { expectResponse } from './expect.ts';

const PEOPLE = 16;

async function whoAmI({ world, logins }: Ground): Promise<Prepared> {
  const emails = world.customerEmails.slice(0, PEOPLE);
  const requests = (await logins.tokens(emails)).map((token) => requestBytes({ path: '/auth/me', token }));
  return {
    async act(connection, iteration) {
      const index = iteration % PEOPLE;
      expectResponse(await connection.send(requests[index]!), 200, emails[index]);
    },
  };
}

async function logIn({ world }: Ground): Promise<Prepared> {
  const requests = world.customerEmails.map((email) =>
    requestBytes({ method: 'POST', path: '/auth/login', body: { email, password: PASSWORD } }),
  );
  return {
    async act(connection, iteration) {
      expectResponse(await connection.send(requests[iteration % requests.length]!), 200, '"accessToken":"');
    },
    limits: [bareArgon2],
  };
}

async function signUp(): Promise<Prepared> {
  const run = Date.now().toString(36);
  let number = 0;
  return {
    async act(connection) {
      number += 1;
      const body = { name: 'Cliente', email: `novo-${run}-${number}@bench.example`, password: PASSWORD };
      expectResponse(await connection.send(requestBytes({ method: 'POST', path: '/auth/signup', body })), 201);
    },
  };
}

/** Alternates between an existing and an unknown account: neither responses nor times may differ. */
function alternating(path: string, body: object, status: number): Case['prepare'] {
  return async ({ world }) => {
    const samples: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const request = (email: string) => requestBytes({ method: 'POST', path, body: { email, ...body } });
    return {
      samples,
      async act(connection, iteration) {
        const email = world.customerEmails[iteration % world.customerEmails.length]!;
        const who = iteration % 2 === 0 ? 'known' : 'unknown';
        const begin = performance.now();
        expectResponse(await connection.send(request(who === 'known' ? email : `no-${email}`)), status);
        samples[who].push(performance.now() - begin);
      },
    };
  };
}

const WRONG = { password: 'not-the-password' };

export const accountCases: readonly Case[] = [
  { name: 'me-16', title: 'GET /auth/me', clients: 16, prepare: whoAmI },
  { name: 'login-16', title: 'log-in', clients: 16, prepare: logIn },
  {
    name: 'login-refused-1',
    title: 'log-in with a wrong password',
    clients: 1,
    prepare: alternating('/auth/login', WRONG, 401),
  },
  { name: 'forgot-1', title: 'password forgotten', clients: 1, prepare: alternating('/auth/password/forgot', {}, 202) },
  { name: 'sign-up-8', title: 'sign-up', clients: 8, prepare: signUp },
];
