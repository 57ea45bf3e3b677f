import { ADMIN } from '@estampa/stack/topology';
import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { brokenWords, missedByTab, type Open, overhang } from './browser.ts';
import { signedIn, signIn } from './people-shop.ts';
import { sellerOf, STORE_SLUG } from './shop.ts';

type Ground = () => { gatewayUrl: string };

const PHONE = { viewport: { width: 375, height: 800 } };
/** Chromium writes down each response that rejects something. */
const REJECTED = /status of (400|409)/;

/** Coupons of a store and of the platform, by hand. */
export function itManagesCoupons(ground: Ground, open: Open): void {
  it('let artists and admins create coupons, pause and end them, and say what is wrong', async () => {
    const { page, complaints, check } = await open(PHONE);
    await page.goto(`${ground().gatewayUrl}/studio/coupons`);
    await signIn(page, sellerOf(STORE_SLUG));
    await signedIn(page);
    expect(await page.locator('#create select[name="funder"]').isVisible()).toBe(false);

    const field = (name: string) => page.locator(`#create [name="${name}"]`);
    for (const [name, value] of Object.entries({ code: 'festa-10', discount: '10', maxDiscountCents: '20' }))
      await field(name).fill(value);
    await field('startsAt').fill('2030-05-02');
    await field('endsAt').fill('2030-05-01');
    await created(page);
    await page.locator('#create-trouble', { hasText: 'Vale até o fim de: tem de ser depois do começo' }).waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('endsAt');
    await field('startsAt').fill('');
    await field('endsAt').fill('2030-05-31');
    await created(page);
    const mine = page.locator('#coupons > li', { hasText: 'FESTA-10' });
    await mine.waitFor();
    expect((await mine.textContent())!.replaceAll('\u00a0', ' ')).toMatch(
      /Vale agora10 % de desconto · no máximo R\$ 20,00Pago pela loja.*31 de mai\. de 2030Usos: 0, sem limite/,
    );

    await field('code').fill('FESTA-10');
    await field('discount').fill('5');
    await created(page);
    await page.locator('#create-trouble', { hasText: 'Já há um cupom com este código' }).waitFor();
    await check('coupons-phone');
    expect([await brokenWords(page), await overhang(page), await missedByTab(page)]).toEqual([[], 0, []]);

    await mine.locator('[data-action="pause"]').press('Enter');
    await mine.getByText('Pausado', { exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('FESTA-10');
    await mine.locator('[data-action="resume"]').press('Enter');
    await mine.getByText('Vale agora').waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await mine.locator('[data-action="end"]').press('Enter');
    await mine.getByText('Encerrado').waitFor();
    expect(await mine.locator('button').count()).toBe(0);

    await page.locator('[data-sign-out]').click();
    await signIn(page, ADMIN.email, ADMIN.password);
    await signedIn(page);
    await field('code').fill('BEMVINDO');
    await field('kind').selectOption('amount');
    await field('discount').fill('7.50');
    await field('maxUses').fill('100');
    await created(page);
    const ours = page.locator('#coupons > li', { hasText: 'BEMVINDO' });
    await ours.getByText('Pago pela plataforma').waitFor();
    expect(await ours.textContent()).toMatch(/R\$\s7,50 de desconto.*Usos: 0 de 100/);
    await mine.waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await check('coupons');
    expect([await brokenWords(page), await overhang(page)]).toEqual([[], 0]);
    expect(complaints.filter((one) => !REJECTED.test(one))).toEqual([]);
    await page.close();
  });
}

const created = (page: Page): Promise<void> => page.locator('#create button').press('Enter');
