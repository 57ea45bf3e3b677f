import { z } from 'zod';
import type { Clients } from '../clients/clients.ts';
import { PayoutRunJson, planView, RanJson, runView } from '../views/payout-run.ts';
import { route } from './route.ts';
import { failing, otherwise, pathId } from './schemas.ts';

const ById = z.object({ id: pathId });
const DIGEST_CHARACTERS = 64;

const RunBody = z
  .object({
    dryRun: otherwise(z.boolean(), true).describe('Whether only to say who would be paid, and who would not'),
    digest: z
      .string()
      .length(DIGEST_CHARACTERS)
      .nullish()
      .describe('Of the dry run that is to become true; needed unless it is a dry run'),
    needsTwoApprovers: otherwise(z.boolean(), false).describe(
      'Whether another admin has to approve it below the limit too',
    ),
  })
  .refine(({ dryRun, digest }) => dryRun || digest, { path: ['digest'], ...failing('required', 'is required') });

const shownRun = async (clients: Clients, id: string) => {
  const { run, transfers } = await clients.payoutRuns.getPayoutRun({ id });
  return runView(run!, transfers);
};

export const payoutRunRoutes = [
  route({
    name: 'runPayouts',
    method: 'post',
    path: '/payouts/run',
    auth: 'admin',
    summary: 'Pay all sellers who can be paid to their Pix keys, or say who would be',
    description:
      'A run needs the digest of a dry run, and pays exactly what that said; when something has changed since, nothing is paid. It takes at most 100 sellers and 5,000 items; above a limit another admin has to approve it.',
    body: RunBody,
    errors: { 400: ['transfers_off', 'nothing_to_pay', 'plan_changed'] },
    response: RanJson,
    async handle({ body: { dryRun, digest, needsTwoApprovers }, clients }) {
      if (dryRun || !digest) return { plan: planView(await clients.payoutRuns.planPayoutRun({})), run: null };
      const { run } = await clients.payoutRuns.startPayoutRun({ digest, needsTwoApprovers });
      return { plan: null, run: await shownRun(clients, run!.id) };
    },
  }),

  route({
    name: 'getPayoutRun',
    method: 'get',
    path: '/payouts/runs/{id}',
    auth: 'admin',
    summary: 'A run with its transfers',
    params: ById,
    response: PayoutRunJson,
    handle: ({ params, clients }) => shownRun(clients, params.id),
  }),

  route({
    name: 'approvePayoutRun',
    method: 'post',
    path: '/payouts/runs/{id}/approve',
    auth: 'admin',
    summary: 'Let a run start that another admin made',
    params: ById,
    errors: { 400: ['wrong_state', 'same_approver'] },
    response: PayoutRunJson,
    async handle({ params, clients }) {
      await clients.payoutRuns.approvePayoutRun(params);
      return shownRun(clients, params.id);
    },
  }),

  route({
    name: 'withdrawPayoutRun',
    method: 'post',
    path: '/payouts/runs/{id}/withdraw',
    auth: 'admin',
    summary: 'Give up a run that waits for another admin',
    description: 'Its batches fail, and their items are free for another one.',
    params: ById,
    errors: { 400: ['wrong_state'] },
    response: PayoutRunJson,
    async handle({ params, clients }) {
      await clients.payoutRuns.withdrawPayoutRun(params);
      return shownRun(clients, params.id);
    },
  }),
];
