import { expect, it } from 'vitest';
import { Api } from '@estampa/stack/demo/api';
import { signIn as signInAs } from '@estampa/stack/demo/people';
import { ADMIN } from '@estampa/stack/topology';
import type { Page } from 'playwright-core';
import { brokenWords, missedByTab, type Open, overhang, pulled } from './browser.ts';
import { signedIn, signIn } from './people-shop.ts';
import { photoshopFile } from './photoshop-file.ts';

type Ground = () => { gatewayUrl: string };

const NAME = 'Pôster inclinado';

/** From a Photoshop file to an active template, by hand. */
export function itShapesTemplates(ground: Ground, open: Open): void {
  it('import a Photoshop file, move its points by keyboard and mouse, and activate it', async () => {
    const { page, complaints, check } = await open();
    await page.goto(`${ground().gatewayUrl}/studio`);
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.waitForURL('**/studio/templates');
    await signedIn(page);
    await page.goto(`${ground().gatewayUrl}/studio`);
    await page.locator('[data-session] a[href="/studio/templates"]').waitFor();
    await check('studio-admin');
    expect([await brokenWords(page), await overhang(page)]).toEqual([[], 0]);
    await page.locator('[data-session] a[href="/studio/templates"]').click();
    await page.waitForURL('**/studio/templates');
    await signedIn(page);
    const file = { name: 'poster.psd', mimeType: 'image/vnd.adobe.photoshop', buffer: photoshopFile() };
    await page.locator('#import input[name="file"]').setInputFiles(file);
    await page.locator('#import input[name="displayName"]').fill(NAME);
    await page.locator('#import button').press('Enter');
    await page.locator('#import-state.good').waitFor();
    expect(await page.locator('#import-warnings li').allTextContents()).toEqual([
      expect.stringMatching(/^Photo: .*drop shadow$/),
    ]);
    await page.locator('#templates [aria-checked="true"]', { hasText: NAME }).waitFor();

    await tried(page);
    const first = page.locator('.point').first();
    expect(await first.getAttribute('aria-label')).toBe('Canto superior esquerdo: x 150, y 220');
    for (const key of ['ArrowRight', 'Shift+ArrowDown', 'PageDown'])
      await page.locator('.point:focus, .point[tabindex="0"]').first().press(key);
    expect(await first.getAttribute('aria-label')).toBe('Canto superior esquerdo: x 151, y 230');
    expect(await page.locator('.point:focus').getAttribute('aria-label')).toBe('Canto superior direito: x 450, y 200');
    await pulled(page, '.point:focus circle', [-20, 12]);
    expect(await page.locator('.point:focus').getAttribute('aria-label')).not.toContain('x 450');
    await tried(page);
    await check('templates-corners');

    await page.locator('#surface select[name="shape"]').selectOption('mesh');
    expect(await page.locator('.point').count()).toBe(16);
    await pulled(page, '.point >> nth=5', [14, 18]);
    await slid(page, 'inkOpacity', '0.8');
    await page.locator('#surface select[name="blend"]').selectOption('multiply');
    await tried(page);
    await check('templates-mesh');
    expect(await missedByTab(page)).toEqual([]);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await brokenWords(page), await overhang(page)]).toEqual([width, [], 0]);
    }

    await page.locator('#save').press('Enter');
    await page.locator('#save-state.good').waitFor();
    await page.locator('#texture').press('Enter');
    await page.locator('#save-state.good', { hasText: 'camada' }).waitFor();
    await page.locator('#activate').press('Enter');
    await page.locator('#save-state.good', { hasText: 'ativo' }).waitFor();
    await tried(page);
    await check('templates-active');

    const { client } = await signInAs(new Api(ground().gatewayUrl), ADMIN);
    const { templates } = await client.listAllTemplates({ limit: 100 });
    const { isActive, images, config } = templates.find(({ displayName }) => displayName === NAME)!;
    expect({ isActive, images, config }).toMatchObject({
      isActive: true,
      images: { shadowUrl: expect.any(String), textureUrl: expect.any(String) },
      config: { blend: 'multiply', inkOpacity: 0.8, warp: { kind: 'mesh', columns: 4, rows: 4 } },
    });
    expect(complaints).toEqual([]);
    await page.close();
  });
}

/** The real preview of what is shown. */
const tried = (page: Page): Promise<void> => page.locator('#trial-state[data-trial="shown"]').waitFor();

async function slid(page: Page, name: string, value: string): Promise<void> {
  await page.locator(`#surface input[name="${name}"]`).fill(value);
}
