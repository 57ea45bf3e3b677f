import type { ServiceName } from '@estampa/kernel/topics';
import {
  startMarketplace,
  startSharedMarketplace,
  startWorkerMarketplace,
  type TestMarketplace,
} from './marketplace.ts';
import type { ServiceView } from './service-view.ts';
import type { TopicProbe } from './topic-probe.ts';

export interface ServiceUnderTest extends Omit<ServiceView, 'close'>, AsyncDisposable {
  readonly topics: TopicProbe;
  readonly mailUrl: string;
  stop(): Promise<void>;
}

/**
 * The real process of one service on a database and topics of its own. The addresses of all others lead nowhere unless
 * an override names one.
 */
export async function startService(
  name: ServiceName,
  overrides: Record<string, string> = {},
): Promise<ServiceUnderTest> {
  return serviceIn(await startMarketplace({ only: [name], environment: { [name]: overrides } }), name);
}

/** A process shared by all test files that request it with the same settings; none may disturb it or count what is not its own. */
export const startSharedService = async (
  name: ServiceName,
  overrides: Record<string, string> = {},
): Promise<ServiceUnderTest> =>
  serviceIn(await startSharedMarketplace({ only: [name], environment: { [name]: overrides } }), name);

/** The process that the test files of one worker use one after the other: see `startWorkerMarketplace`. */
export const startWorkerService = async (
  name: ServiceName,
  overrides: Record<string, string> = {},
): Promise<ServiceUnderTest> =>
  serviceIn(await startWorkerMarketplace({ only: [name], environment: { [name]: overrides } }), name);

function serviceIn(marketplace: TestMarketplace, name: ServiceName): ServiceUnderTest {
  const { topics, mailUrl, stop } = marketplace;
  return { ...marketplace.service(name), topics, mailUrl, stop, [Symbol.asyncDispose]: stop };
}
