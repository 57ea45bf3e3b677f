import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from '@estampa/stack/paths';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Where Linux distributions put it. Tests never download a browser. */
const CHROMIUM = '/usr/bin/chromium';
const VERSION_DEADLINE_MS = 10_000;
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Where screenshots go, for people to check: only when requested, as each takes a quarter of a second of processor. */
const IMAGES = process.env.ESTAMPA_SCREENSHOTS === 'true' ? join(LOCAL, 'test', 'pages') : undefined;

/** One that is being installed may be there and not run yet. */
const runs = (): boolean =>
  existsSync(CHROMIUM) && spawnSync(CHROMIUM, ['--version'], { timeout: VERSION_DEADLINE_MS }).status === 0;

/** Why nothing can be seen here; null where there is a browser. */
export const noBrowser = runs() ? null : `there is no ${CHROMIUM}`;

export const startBrowser = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

/** A browser that draws in software beside all services takes a while; less than a test of it may, so that it says what it waits for. */
const STEP_DEADLINE_MS = 90_000;

/** A phone in portrait. */
export const NARROW = { viewport: { width: 390, height: 844 } } as const;

export type Open = (options?: BrowserContextOptions) => Promise<Visit>;
export type Visit = { page: Page; complaints: string[]; check(name: string): Promise<void> };

/** A page of its own, with all that it complains of: errors, and requests to anywhere but the given addresses. */
export async function openPage(
  browser: Browser,
  ours: readonly string[],
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const page = await browser.newPage({ locale: 'pt-BR', viewport: { width: 1280, height: 900 }, ...options });
  page.setDefaultTimeout(STEP_DEADLINE_MS);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (!['blob:', 'data:'].includes(protocol) && !ours.includes(origin)) complaints.push(`requested ${request.url()}`);
  });
  const check = async (name: string) => {
    if (IMAGES) await page.screenshot({ path: join(IMAGES, `${name}.png`), fullPage: true });
  };
  return { page, complaints, check };
}

/** A phone's width shows everything without moving sideways. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Words that go on in a second line: of each, the first line's height and the second's differ. */
const BROKEN = `(() => {
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement.checkVisibility()) continue;
    for (const { 0: word, index } of text.data.matchAll(/\\p{L}{2,}/gu)) {
      const range = new Range();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
})()`;

/** The words of a page that are divided between two lines. */
export const brokenWords = (page: Page): Promise<string[]> => page.evaluate(BROKEN);

/** Images that make the page jump when they arrive, or that say nothing of what they are for. */
const UNSIZED = `[...document.images]
  .filter((one) => one.checkVisibility() && (one.width === 0 || !one.hasAttribute('width') || !one.hasAttribute('height') || !one.hasAttribute('alt')))
  .map((one) => one.outerHTML.slice(0, 120))`;
export const unsizedImages = (page: Page): Promise<string[]> => page.evaluate(UNSIZED);

/** The address of the first image that is found, once it is loaded: which of its copies the browser chose. */
export async function loadedImage(page: Page, selector: string): Promise<string> {
  await page.locator(selector).first().waitFor();
  return page.evaluate<string>(`(async () => {
    const image = document.querySelector('${selector}');
    await image.decode();
    return image.currentSrc;
  })()`);
}

/**
 * Marks what can be used now, in the order of the page; of a group of radio buttons the chosen one stands for all. Notes from then on
 * what is focused, and whether that shows.
 */
const MARK = `(() => {
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')];
  const usable = all.filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }));
  document.activeElement?.blur();
  const [seen, unmarked] = [new Set(), new Set()];
  globalThis.tabbed = { usable, seen, unmarked };
  document.addEventListener('focusin', ({ target: one }) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    seen.add(one);
    if ((outlineStyle === 'none' || outlineWidth === '0px') && boxShadow === 'none') unmarked.add(one);
  });
  // A date has four stops: day, month, year and its calendar.
  return usable.length + 3 * usable.filter(({ type }) => type === 'date').length;
})()`;
const MISSED = `(() => {
  const { usable, seen, unmarked } = globalThis.tabbed;
  const name = (one) => one.outerHTML.slice(0, 120);
  return [
    ...usable.filter((one) => !seen.has(one)).map((one) => 'not reached: ' + name(one)),
    ...[...unmarked].filter((one) => usable.includes(one)).map((one) => 'not to be seen: ' + name(one)),
  ];
})()`;
/** Past the end a browser goes to its own controls once. */
const TABS_BEYOND = 3;
/** So many presses are under way at once: the browser takes them one after the other, and none waits for this process. */
const TABS_AHEAD = 25;

/** What of a page the Tab key never comes to, or without showing it. */
export async function missedByTab(page: Page): Promise<string[]> {
  const count = (await page.evaluate<number>(MARK)) + TABS_BEYOND;
  for (let pressed = 0; pressed < count; pressed += TABS_AHEAD) {
    const ahead = Math.min(TABS_AHEAD, count - pressed);
    await Promise.all(Array.from({ length: ahead }, () => page.keyboard.press('Tab')));
  }
  return page.evaluate<string[]>(MISSED);
}

/** Drags the middle of an element by a distance. */
export async function pulled(page: Page, part: string, [right, down]: [number, number]): Promise<void> {
  const box = (await page.locator(part).last().boundingBox())!;
  const [fromX, fromY] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(fromX + right, fromY + down, { steps: 3 });
  await page.mouse.up();
}
