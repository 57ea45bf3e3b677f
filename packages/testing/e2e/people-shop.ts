import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { brokenWords, missedByTab, NARROW, type Open, overhang, unsizedImages } from './browser.ts';
import { customerOf, PASSWORD, STORE_SLUG } from './shop.ts';

type Ground = () => { gatewayUrl: string };

const CUSTOMER = customerOf(STORE_SLUG);
const STORED_AS = 'estampa-refresh-token';

/** By the form; who is signed in stays so in this tab. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.locator('[data-session] input[name="email"]').fill(email);
  await page.locator('[data-session] input[name="password"]').fill(password);
  await page.locator('[data-session] input[name="password"]').press('Enter');
}

export const signedIn = (page: Page): Promise<void> => page.locator('[data-session] .note.good').waitFor();

/** From the front page to a store, and the pages of a user who only buys. */
export function itServesBuyers(ground: Ground, open: Open): void {
  it('lead from a store card to the page of the store, and from there to a product', async () => {
    const { page, complaints, check } = await open(NARROW);
    await page.goto(ground().gatewayUrl);
    await page.locator('#stores a').first().click();
    await page.locator('#products a').first().waitFor();
    expect(await page.locator('h1').textContent()).toBe('Test Store');
    expect(new URL(page.url()).search).toBe(`?store=${STORE_SLUG}`);
    expect([await brokenWords(page), await unsizedImages(page), await overhang(page)]).toEqual([[], [], 0]);
    await check('store-phone');

    await page.locator('#products a').first().click();
    await page.locator('#buyer input[name="email"]').waitFor();
    expect([await brokenWords(page), await overhang(page), await missedByTab(page)]).toEqual([[], 0, []]);
    await check('product-phone');
    expect(complaints).toEqual([]);

    await page.goto(`${ground().gatewayUrl}/shop?store=nobody-at-all`);
    await page.locator('[role="alert"]', { hasText: 'Esta loja não existe' }).waitFor();
    await page.close();
  });

  it('bring who only buys from the studio to their orders, over a reload, until they sign out', async () => {
    const { page, complaints, check } = await open(NARROW);
    await page.goto(`${ground().gatewayUrl}/studio`);
    await signIn(page, CUSTOMER);
    await page.waitForURL('**/account');
    await signedIn(page);
    const before = await page.evaluate<string>(`sessionStorage.getItem('${STORED_AS}')`);
    await page.reload();
    await signedIn(page);
    await page.locator('.order', { hasText: 'pago' }).first().waitFor();
    expect(await page.locator('.order').first().textContent()).toMatch(/^Pedido \d+.* de 20\d\d · .*R\$\s[\d.]+,\d\d/);
    // A refresh token works once, and is all that is stored.
    const after = await page.evaluate<string>(`sessionStorage.getItem('${STORED_AS}')`);
    expect([after.length, after === before]).toEqual([before.length, false]);
    expect(await page.evaluate(`[sessionStorage.length, document.cookie.includes('token')]`)).toEqual([1, false]);
    expect([await brokenWords(page), await overhang(page), await missedByTab(page)]).toEqual([[], 0, []]);
    await check('account-phone');
    expect(complaints).toEqual([]);

    await page.locator('[data-sign-out]').click();
    await page.locator('[data-session] input[name="email"]').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await signIn(page, CUSTOMER, 'not-the-password');
    await page.locator('[role="alert"]', { hasText: 'não confere' }).waitFor();
    await page.close();
  });
}
