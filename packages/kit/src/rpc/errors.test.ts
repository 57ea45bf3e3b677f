import { DomainError, type ErrorKind } from '@estampa/kernel/errors';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { fromServiceError, isServiceError, toFailure, toServiceError, UnavailableDependency } from './errors.ts';

const received = (sent: Partial<ServiceError>): ServiceError => Object.assign(new Error(sent.details), sent) as never;
const failed = (code: status) => received({ code, details: 'x', metadata: new Metadata() });
const NO_RETRY = ['-1'];

describe('a rejection', () => {
  it.each<[ErrorKind, status]>([
    ['invalid', status.INVALID_ARGUMENT],
    ['wrong_state', status.FAILED_PRECONDITION],
    ['unauthenticated', status.UNAUTHENTICATED],
    ['forbidden', status.PERMISSION_DENIED],
    ['not_found', status.NOT_FOUND],
    ['conflict', status.ALREADY_EXISTS],
    ['mismatch', status.OUT_OF_RANGE],
    ['limited', status.RESOURCE_EXHAUSTED],
    ['busy', status.RESOURCE_EXHAUSTED],
    ['unavailable', status.UNAVAILABLE],
  ])('%s travels as %i, is not retried, and arrives as it was', (kind, code) => {
    const sent = toServiceError(new DomainError(kind, 'a_reason', 'A message', { retryAfterSeconds: 7 }));

    expect([sent.code, sent.metadata!.get('grpc-retry-pushback-ms')]).toEqual([code, NO_RETRY]);
    const arrived = fromServiceError(received(sent));
    expect(arrived).toBeInstanceOf(DomainError);
    expect(arrived).toMatchObject({
      kind,
      reason: 'a_reason',
      message: 'A message',
      details: { retryAfterSeconds: 7 },
    });
  });

  it.each([
    [0, true],
    [1, false],
  ])('has its details when it fits the headers: with %i bytes too many: %s', (tooMany, isComplete) => {
    const details = (length: number) => ({ members: { x: 'x'.repeat(length) } });
    const room = 20 * 1024 - JSON.stringify({ kind: 'invalid', reason: 'r', details: details(0) }).length;

    const sent = toServiceError(new DomainError('invalid', 'r', 'm', details(room + tooMany)));

    const arrived = fromServiceError(received(sent)) as DomainError;
    expect(arrived).toMatchObject({ kind: 'invalid', reason: 'r', message: 'm' });
    expect(arrived.details).toEqual(isComplete ? details(room) : {});
  });

  it('is nothing that gRPC says itself', () => {
    for (const error of [failed(status.UNAVAILABLE), received({ code: status.INTERNAL })])
      expect(fromServiceError(error)).toBe(error);
  });
});

describe('a failure', () => {
  it.each<[string, unknown, status, string]>([
    ['of an unreachable service', failed(status.UNAVAILABLE), status.UNAVAILABLE, 'a service behind did not answer'],
    ['of a slow one', failed(status.DEADLINE_EXCEEDED), status.DEADLINE_EXCEEDED, 'a service behind did not answer'],
    ['of a call that was ended', failed(status.CANCELLED), status.CANCELLED, 'a service behind did not answer'],
    ['of a busy one', failed(status.RESOURCE_EXHAUSTED), status.RESOURCE_EXHAUSTED, 'a service behind did not answer'],
    ['of storage', new UnavailableDependency('away'), status.UNAVAILABLE, 'a service behind did not answer'],
    ['of a service that fails', failed(status.INTERNAL), status.INTERNAL, 'internal error'],
    ['of ours', new Error('a secret'), status.INTERNAL, 'internal error'],
    [
      'that only looks like one',
      { code: status.UNAVAILABLE, details: '', metadata: '' },
      status.INTERNAL,
      'internal error',
    ],
  ])('%s is passed on without its words, and not retried', (_whose, error, code, details) => {
    const failure = toFailure(error);

    expect(failure).toMatchObject({ code, details });
    expect(failure.metadata!.get('grpc-retry-pushback-ms')).toEqual(NO_RETRY);
  });

  it.each([
    ['as gRPC reports it', {}, true],
    ['without a code', { code: undefined }, false],
    ['without details', { details: undefined }, false],
    ['without metadata', { metadata: undefined }, false],
  ])('of a call is known %s: %s', (_how, without, isOne) => {
    const members = { code: status.INTERNAL, details: 'x', metadata: new Metadata(), ...without };
    const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

    expect(isServiceError(Object.assign(new Error('x'), given))).toBe(isOne);
  });
});
