import type { Response } from 'express';
import { html, type Html } from './html.ts';
import { STYLE } from './style.ts';
import { ENGLISH, type Words } from './words.ts';

/** Nothing may be loaded or run: the pages are text, inline style and inline images. */
const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

export type Page = { title: string; body: Html; status?: number; wide?: boolean; words?: Words };

/** Pages for developers are English; those of a buyer bring the words of their language. */
export function sendPage(response: Response, { title, body, status = 200, wide = false, words = ENGLISH }: Page): void {
  const page = html`<!doctype html>
    <html lang="${words.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          ${{ markup: STYLE }}
        </style>
      </head>
      <body>
        <p class="notice" role="note"><strong>Sandbox.</strong> ${words.notice}</p>
        <main class="${wide ? 'wide' : 'narrow'}">${body}</main>
      </body>
    </html> `;
  response
    .status(status)
    .set({ 'Content-Security-Policy': CONTENT_POLICY, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    .vary('Accept-Language')
    .vary('Cookie')
    .type('html')
    .send(page.markup);
}
