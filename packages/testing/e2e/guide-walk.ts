import { describe, expect, it } from 'vitest';
import { runGuide } from '../src/guide.ts';
import { plainPng } from './shop.ts';

const WALKED_WITHIN_MS = 120_000;

/** docs/guide.md, run as it stands on a marketplace with the shirt of the demo on sale. */
export const describeGuide = (ground: () => { gatewayUrl: string; sandboxUrl: string }) =>
  describe('the guide', () => {
    it(
      'leads from a sign-up to a paid artist and a refund, command by command',
      async () => {
        const { gatewayUrl, sandboxUrl } = ground();
        const environment = { API: gatewayUrl, SANDBOX: sandboxUrl };
        const { code, lines } = await runGuide('docs/guide.md', environment, {
          'artwork.png': await plainPng(300, 400, '#2060a0'),
        });

        expect([lines, code]).toEqual([
          [
            '3 variants',
            expect.stringMatching(/^x-fits-within-print-area: true/i),
            expect.stringContaining('/renders/'),
            'active',
            '12990 cents',
            expect.stringMatching(/^[*•.-]*25$/),
            '.Package',
            'delivered',
            'paid',
            // Fee 12.5 % of 12990 = 1624; profit 12990 - 3590 - 1624 = 7776; 60 % of it = 4666.
            'the artist was paid 4666 cents',
            'partial_refund',
            'done',
            expect.stringMatching(/^\d{4}-.*Z$/),
          ],
          0,
        ]);
      },
      WALKED_WITHIN_MS,
    );
  });
