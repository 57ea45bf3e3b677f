import { checkOut, paidOrder, payOnHostedPage } from '@estampa/stack/demo/purchase';
import { ADMIN } from '@estampa/stack/topology';
import { expect, it } from 'vitest';
import { eventually } from '../src/eventually.ts';
import { brokenWords, missedByTab, NARROW, type Open, overhang } from './browser.ts';
import { signedIn, signIn } from './people-shop.ts';
import { sandboxOf } from './provider-hands.ts';
import type { Shop } from './shop.ts';

type Ground = () => { gatewayUrl: string; sandboxUrl: string; shop: Shop };

/** Reports, months and a contested payment, by hand. */
export function itShowsFinance(ground: Ground, open: Open): void {
  it('show what was sold and the present month, and note that a dispute was responded to', async () => {
    const { gatewayUrl, sandboxUrl, shop } = ground();
    const placed = await checkOut(shop.customer, [shop.line]);
    await payOnHostedPage(placed.initPoint, 'pix');
    const { id, orderNumber, payment } = await paidOrder(shop.customer, placed.id);
    await sandboxOf(sandboxUrl).call('POST', `/charges/${payment!.providerPaymentId}/move`, {
      to: 'chargeback_requested',
    });
    await eventually(async () => {
      const { disputes } = await shop.admin.client.listDisputes({ limit: 100 });
      return disputes.some(({ orderId, reason }) => orderId === id && reason === 'FRAUD');
    });
    const { page, complaints, check } = await open();
    await page.goto(`${gatewayUrl}/studio/finance`);
    await signIn(page, ADMIN.email, ADMIN.password);
    await signedIn(page);
    await page.locator('#report tbody th').first().waitFor();
    expect(await page.locator('#report tfoot td').first().textContent()).toMatch(/^R\$\s[\d.]+,\d\d$/);
    await page.locator('#periods tbody tr', { hasText: 'Aberto até' }).waitFor();

    await page.locator('#wanted select[name="by"]').selectOption('type');
    await page.locator('#wanted button').first().press('Enter');
    await page.locator('#report tbody th', { hasText: shop.productType.name }).first().waitFor();
    const download = page.waitForEvent('download');
    await page.locator('#csv').press('Enter');
    expect((await download).suggestedFilename()).toMatch(/^finance-type-.*\.csv$/);

    const dispute = page.locator('#disputes > li', { hasText: `Pedido ${orderNumber},` });
    expect(await dispute.textContent()).toContain('Motivo: FRAUD');
    await dispute.locator('input[name="note"]').fill('Enviado o comprovante');
    await dispute.locator('input[name="responded"]').check();
    await dispute.locator('button').press('Enter');
    await dispute.getByText('Respondida', { exact: true }).waitFor();
    await check('finance');
    expect([await brokenWords(page), await overhang(page), await missedByTab(page)]).toEqual([[], 0, []]);
    await page.setViewportSize(NARROW.viewport);
    await check('finance-phone');
    expect([await brokenWords(page), await overhang(page)]).toEqual([[], 0]);
    expect(complaints).toEqual([]);
    await page.close();
  });
}
