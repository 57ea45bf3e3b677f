import type { TokenPair } from '@estampa/contracts/identity/v1/auth';
import { DomainError } from '@estampa/kernel/errors';
import type { Device } from '../../adapters/devices.ts';
import type { Context } from '../../context.ts';
import type { UserRow } from '../../db/tables/user.ts';
import { users } from '../../db/user-repository.ts';
import { mustBeActive } from '../../domain/account.ts';
import { invalidCredentials } from '../../domain/rejections.ts';
import { logIns } from '../../metrics.ts';
import {
  bucketsOf,
  type Counted,
  findWithinLimits,
  fromAddress,
  giveBack,
  ofAccount,
  ofAccountFromNetwork,
} from './limit-rate.ts';
import { openSessionOfUnchanged } from './sessions.ts';

export type LogIn = { email: string; password: string; device?: string | undefined };
/** With what its device is known by from now on. */
export type LoggedIn = { tokens: TokenPair; device: string };

/**
 * An unknown e-mail costs the same time as a wrong password. Only who knows the password learns of a suspension. Attempts are
 * counted before a password is hashed; one that was right is given back.
 */
export async function logIn(context: Context, { email, password, device: token = '' }: LogIn): Promise<LoggedIn> {
  const { em, passwords, devices } = context;
  const { signal } = context.call;
  const { found, device, failures } = await findCounted(context, email, devices.recognize(email, token));
  if (!(await passwords.matches(found?.passwordHash ?? null, password, signal)) || !found) throw wrong(context, found);
  if (found.status !== 'active') logIns.inc({ outcome: 'inactive' });
  mustBeActive(found.status);
  // Only now is the password at hand to be hashed at the present cost.
  if (passwords.isOutdated(found.passwordHash!))
    await users.saveRehash(em, found, await passwords.hash(password, signal));

  signal?.throwIfAborted();
  const forgiven = bucketsOf(context, failures);
  const tokens = (await openSessionOfUnchanged(context, found, forgiven)) ?? (await rejectChanged(context, found));
  logIns.inc({ outcome: 'ok' });
  return { tokens, device: devices.identify(email, device) };
}

type Found = { found: UserRow | undefined; device: Device | null; failures: Counted[] };

/** Counts the attempt as one of the device, when that is known, and finds the account. */
async function findCounted(context: Context, email: string, device: Device | null): Promise<Found> {
  const failures = failuresOf(context, email, device);
  const limits = device === null ? [...failures, fromAddress(context, 'logInFromAddress')] : failures;
  const found = await findWithinLimits(context, limits, email).catch((error: unknown) =>
    tooMany(context, error, failures),
  );
  return device && found && isForgotten(device, found)
    ? findCounted(context, email, null)
    : { found, device, failures };
}

/** The password has been changed since, so the token proves nothing: its holder may be one who knew the old password. */
const isForgotten = ({ since }: Device, { devicesKnownFrom }: UserRow): boolean =>
  devicesKnownFrom !== null && since <= devicesKnownFrom;

/** A device that logged in before is counted by itself, so that attempts elsewhere cannot lock it out. */
const failuresOf = (context: Context, email: string, device: Device | null): Counted[] =>
  device === null
    ? [ofAccountFromNetwork(context, 'logInFromNetwork', email), ofAccount('logInOfAccount', email)]
    : [{ limit: 'logInOfDevice', of: `${email.toLowerCase()} ${device.id}` }];

function wrong({ log }: Context, found: UserRow | undefined): DomainError {
  logIns.inc({ outcome: 'wrong' });
  log.info({ userId: found?.id ?? null }, 'log-in failed');
  return invalidCredentials();
}

/** What was rejected tried no password, so it is no failed attempt: neither of the account nor of its network. */
async function tooMany(context: Context, error: unknown, failures: readonly Counted[]): Promise<never> {
  if (error instanceof DomainError && error.kind === 'limited') {
    logIns.inc({ outcome: 'limited' });
    context.log.warn('log-ins rejected: too many failed');
    await giveBack(context, failures);
  }
  throw error;
}

/** The account was suspended or its password changed while the password was checked. */
async function rejectChanged({ em }: Context, { email }: UserRow): Promise<never> {
  const user = await users.findByEmail(em, email);
  if (user) mustBeActive(user.status);
  throw invalidCredentials();
}
