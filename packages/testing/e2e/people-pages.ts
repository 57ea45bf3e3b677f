import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import {
  brokenWords,
  missedByTab,
  noBrowser,
  type Open,
  openPage,
  overhang,
  startBrowser,
  unsizedImages,
} from './browser.ts';
import { itConfirmsAddresses, itFollowsLinks } from './people-links.ts';
import { itManagesCoupons } from './people-coupons.ts';
import { itShowsFinance } from './people-finance.ts';
import { itServesBuyers } from './people-shop.ts';
import { itSellsByHand } from './people-studio.ts';
import { itPrintsSurfaces } from './people-surfaces.ts';
import { itShapesTemplates } from './people-templates.ts';
import { customerOf, PASSWORD, type Shop, STORE_SLUG } from './shop.ts';

type Ground = () => { gatewayUrl: string; sandboxUrl: string; mailUrl: string; shop: Shop };

/** A browser draws in software beside all services here. */
const PAGE_TEST_DEADLINE_MS = 180_000;
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', locale: 'en' } as const;
const LINKED = [
  ['/sandbox/', /^Provider sandbox$/],
  ['/mail/', /^MailDev/],
] as const;

/** The pages for people in a real browser; with `ESTAMPA_SCREENSHOTS=true` their images are left in `.local/test/pages`. */
export function describePeoplePages(ground: Ground): void {
  const group = noBrowser ? describe.skip : describe;
  group(
    `the pages for people${noBrowser ? ` (not seen: ${noBrowser})` : ''}`,
    { timeout: PAGE_TEST_DEADLINE_MS },
    () => {
      let browser: Browser;
      beforeAll(async () => {
        browser = await startBrowser();
      });
      afterAll(() => browser?.close());

      const open: Open = (options) => {
        const { gatewayUrl, sandboxUrl } = ground();
        return openPage(browser, [gatewayUrl, sandboxUrl], options);
      };
      itLooksRight(ground, open);
      itLinksPages(ground, open);
      itTriesOperations(ground, open);
      itSellsByHand(ground, open);
      itShapesTemplates(ground, open);
      itPrintsSurfaces(ground, open);
      itServesBuyers(ground, open);
      itShowsFinance(ground, open);
      itManagesCoupons(ground, open);
      itFollowsLinks(ground, open);
      itConfirmsAddresses(ground, open);
    },
  );
}

function itLooksRight(ground: Ground, open: Open): void {
  it.each([
    ['/', '#products a'],
    ['/studio', '#sign-in input'],
    ['/studio/templates', '#sign-in input'],
    ['/studio/ledger', '[data-session] input'],
    ['/studio/finance', '[data-session] input'],
    ['/studio/coupons', '[data-session] input'],
    ['/docs', '.opblock-tag'],
  ])('show %s without an error, also on a phone', async (path, whatCounts) => {
    for (const [name, options] of Object.entries({ desk: {}, phone: PHONE })) {
      const { page, complaints, check } = await open(options);
      await page.goto(ground().gatewayUrl + path);
      await page.locator(whatCounts).first().waitFor();
      await page.waitForLoadState('networkidle');
      await check(`${path.slice(1).replaceAll('/', '-') || 'home'}-${name}`);

      expect(complaints).toEqual([]);
      expect(await overhang(page)).toBe(0);
      expect(await unsizedImages(page)).toEqual([]);
      if (path !== '/docs') expect(await brokenWords(page)).toEqual([]);
      expect(await page.locator('html').getAttribute('lang')).toBe(name === 'desk' ? 'pt-BR' : 'en');
      if (name === 'desk') expect(await missedByTab(page)).toEqual([]);
      await page.close();
    }
  });
}

function itLinksPages(ground: Ground, open: Open): void {
  it('lead to the payments and the mails at the same address', async () => {
    const { gatewayUrl } = ground();
    for (const [path, title] of LINKED) {
      const { page, complaints } = await open();
      await page.goto(gatewayUrl);
      await page.locator(`a[href="${path}"]`).click();
      // The inbox soon adds a fragment to its address, and shows a thousand mails at the end of a run: only its opening is awaited.
      await page.waitForURL((url) => url.pathname === path, {
        waitUntil: 'commit',
        timeout: PAGE_TEST_DEADLINE_MS / 2,
      });
      expect(complaints).toEqual([]);
      await page.close();
      const response = await fetch(gatewayUrl + path);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(/<title>(.*?)<\/title>/s.exec(await response.text())?.[1]?.trim()).toMatch(title);
    }
  });
}

function itTriesOperations(ground: Ground, open: Open): void {
  it('let a user log in by trying the operation, and then send authenticated requests', async () => {
    const { page, complaints, check } = await open();
    const execute = async (operation: string, body?: object) => {
      const block = page.locator('.opblock', { has: page.locator(`[data-path="${operation}"]`) });
      await block.locator('.opblock-summary').click();
      if (body) await block.locator('textarea').first().fill(JSON.stringify(body));
      await block.locator('.execute').click();
      return block.locator('.live-responses-table').textContent();
    };
    await page.goto(`${ground().gatewayUrl}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
    await page.locator('.opblock-tag', { hasText: 'Sessions' }).click();

    const pair = await execute('/auth/login', { email: customerOf(STORE_SLUG), password: PASSWORD });
    const me = await execute('/auth/me');
    await check('docs-try-it');

    expect(pair).toContain('accessToken');
    expect(me).toContain(customerOf(STORE_SLUG));
    expect(complaints).toEqual([]);
    await page.close();
  });
}
