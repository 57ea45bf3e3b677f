import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { Api } from '@estampa/stack/demo/api';
import { inviteSeller, signIn as signInAs, signUpCustomer } from '@estampa/stack/demo/people';
import { ADMIN } from '@estampa/stack/topology';
import type { Page } from 'playwright-core';
import { eventually } from '../src/eventually.ts';
import { brokenWords, missedByTab, NARROW, type Open, overhang } from './browser.ts';
import { tokenSentTo } from './mails.ts';
import { signedIn, signIn } from './people-shop.ts';
import { PASSWORD } from './shop.ts';

type Ground = () => { gatewayUrl: string; mailUrl: string };

const NEW_PASSWORD = 'another-long-enough-password';

const problem = (page: Page, hasText: string): Promise<void> => page.locator('[role="alert"]', { hasText }).waitFor();

async function send(page: Page, given: string): Promise<void> {
  await page.locator('#input').fill(given);
  await page.locator('#input').press('Enter');
}

/** Where the links in e-mails lead. */
export function itFollowsLinks(ground: Ground, open: Open): void {
  it('let a user who forgot the password choose another by the link of the e-mail, once', async () => {
    const { gatewayUrl, mailUrl } = ground();
    // The inbox is shared, also with runs before.
    const email = `${randomUUID()}@example.com`;
    await signUpCustomer(new Api(gatewayUrl), { email, password: PASSWORD, name: 'Test Forgetful' });
    const { page, check } = await open(NARROW);
    await page.goto(`${gatewayUrl}/account`);
    await page.locator('a[href="/password/forgot"]').click();
    await send(page, 'no-address');
    await problem(page, 'não é um endereço');
    await send(page, email);
    await page.locator('[role="status"]', { hasText: 'a caminho' }).waitFor();

    const token = await eventually(() => tokenSentTo(mailUrl, email, '/password/reset'));
    const referers: unknown[] = [];
    page.on('request', (request) => referers.push(request.headers()['referer']));
    await page.goto(`${gatewayUrl}/password/reset?token=${token}`);
    await page.locator('#form').waitFor();
    expect(page.url()).toBe(`${gatewayUrl}/password/reset`);
    // A reload has what is no longer in the address.
    await page.reload();
    await page.locator('#form').waitFor();
    expect([await brokenWords(page), await overhang(page), await missedByTab(page)]).toEqual([[], 0, []]);
    await send(page, 'short');
    await problem(page, 'curta demais');
    expect(await page.locator('#input').getAttribute('aria-invalid')).toBe('true');
    await check('reset-phone');
    await send(page, NEW_PASSWORD);
    await page.locator('[role="status"]', { hasText: 'foi trocada' }).waitFor();
    await page.locator('#onward').click();
    await signIn(page, email, NEW_PASSWORD);
    await signedIn(page);

    for (const spent of [token, 'never-sent']) {
      await page.goto(`${gatewayUrl}/password/reset?token=${spent}`);
      await problem(page, 'não vale mais');
      expect(await page.locator('#onward').getAttribute('href')).toBe('/password/forgot');
    }
    expect(referers.filter(Boolean)).toEqual([]);
    await page.close();
  });

  it('open the account and the store of an invited artist, in the language of the reader', async () => {
    const { gatewayUrl } = ground();
    const api = new Api(gatewayUrl);
    const admin = await signInAs(api, ADMIN);
    const { inviteUrl } = await inviteSeller(api, admin, { email: 'invited@example.com', name: 'Test Invited' });
    const { page, complaints, check } = await open({ ...NARROW, locale: 'en' });
    await page.goto(inviteUrl);
    await page.locator('#lead', { hasText: 'Test Invited (invited@example.com)' }).waitFor();
    await check('invitation-phone');
    await send(page, PASSWORD);
    await page.locator('[role="status"]', { hasText: 'are open' }).waitFor();
    await page.locator('#onward').click();
    await page.locator('#workshop').waitFor();
    await page.goto(inviteUrl);
    await problem(page, 'works no longer');

    expect(complaints).toEqual([]);
    await page.close();
  });
}

/** The link that is sent at sign-up, and another one on request. */
export function itConfirmsAddresses(ground: Ground, open: Open): void {
  it('let who opened an account confirm its e-mail by the link, or have another one sent', async () => {
    const { gatewayUrl, mailUrl } = ground();
    const email = `${randomUUID()}@example.com`;
    await signUpCustomer(new Api(gatewayUrl), { email, password: PASSWORD, name: 'Test Confirming' });
    const { page, complaints, check } = await open(NARROW);
    await page.goto(`${gatewayUrl}/account`);
    await signIn(page, email);
    await page.locator('#send-link').click();
    await page.locator('#link-state', { hasText: 'a caminho' }).waitFor();
    await check('unverified-phone');
    expect([await brokenWords(page), await overhang(page), await missedByTab(page)]).toEqual([[], 0, []]);

    const token = await eventually(() => tokenSentTo(mailUrl, email, '/email/verify'));
    await page.goto(`${gatewayUrl}/email/verify?token=${token}`);
    await page.locator('#send').waitFor();
    expect(page.url()).toBe(`${gatewayUrl}/email/verify`);
    expect([await brokenWords(page), await overhang(page), await missedByTab(page)]).toEqual([[], 0, []]);
    await check('verify-phone');
    await page.locator('#send').click();
    await page.locator('[role="status"]', { hasText: 'está confirmado' }).waitFor();
    await page.locator('#onward').click();
    await signedIn(page);
    expect(await page.locator('#send-link').isVisible()).toBe(false);
    expect(complaints).toEqual([]);

    await page.goto(`${gatewayUrl}/email/verify?token=never-sent`);
    await page.locator('#send').click();
    await problem(page, 'não vale mais');
    expect(await page.locator('#onward').getAttribute('href')).toBe('/account');
    await page.close();
  });
}
