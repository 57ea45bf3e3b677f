import { requestBytes } from '../load/connection.ts';
import type { Case, Ground, Prepared } from './case.ts';
import { expectAnswer } from './expect.ts';

const ASSETS = { size: 50, fabric: 100 };
const VARIANTS = ASSETS.size * ASSETS.fabric;

/** A type with as many variants as there may be, from its assets; each turn makes a type of its own beforehand. */
async function generateVariants({ logins }: Ground): Promise<Prepared> {
  const admin = await logins.adminApi();
  const token = await logins.admin();
  const run = Date.now().toString(36);
  const assets = Object.entries(ASSETS).flatMap(([key, count]) =>
    Array.from({ length: count }, (_, number) => ({
      key,
      keyLabelPt: key,
      value: `${number}`,
      labelPt: `${key} ${number}`,
    })),
  );
  const generate: number[] = [];
  let number = 0;
  return {
    samples: { generate },
    async act(connection) {
      number += 1;
      const fields = {
        name: 'Tipo grande',
        description: 'Muitas variantes',
        platformFeePercent: 10,
        artistRoyaltyPercent: 50,
      };
      const { id } = await admin.post('/products/types', { ...fields, slug: `grande-${run}-${number}` });
      await admin.post(`/products/types/${id}/assets/bulk`, { assets });
      const body = { baseCostCents: 1_000, productionDays: 3, packagingDays: 1 };
      const path = `/products/types/${id}/generate-variants`;
      const begin = performance.now();
      const answer = await connection.send(requestBytes({ method: 'POST', path, token, body }));
      generate.push(performance.now() - begin);
      expectAnswer(answer, 200, `"created":${VARIANTS}`);
    },
  };
}

export const variantCases: readonly Case[] = [
  { name: 'generate-5000', title: '5,000 variants made of assets', clients: 1, prepare: generateVariants },
];
