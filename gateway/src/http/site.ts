import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import { only } from './allowed-methods.ts';
import type { Config } from '../config.ts';
import { MAIL_PATH, SANDBOX_PATH } from './development-proxies.ts';
import { servePacked } from './serve-packed.ts';
import { pageDocument, type PageName } from './site-page.ts';

type SiteConfig = Pick<Config, 'NODE_ENV' | 'API_DOCS' | 'DEVELOPMENT_PAGES' | 'CDN_URL' | 'PUBLIC_URL'>;

const FILES = join(import.meta.dirname, '../../site');
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const REFERENCE_FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
const LIBRARY_CACHE = 'public, max-age=86400';
/** Where the links in identity's e-mails lead. */
const EMAIL_LINKS = ['/password/reset', '/password/forgot', '/signup/seller', '/email/verify'];

/**
 * Pages for people, plain files of `gateway/site`: the API reference (`/docs`: off in production unless `API_DOCS` says
 * otherwise), and where `DEVELOPMENT_PAGES` is given outside production the front page (`/`), the
 * studios of artists and admins (`/studio`, `/studio/templates`), the ledger of an order (`/studio/ledger`), finance's desk (`/studio/finance`), coupons (`/studio/coupons`), a store with its products (`/shop`), one's own orders (`/account`) and where links
 * in e-mails lead.
 */
export function site(config: SiteConfig): Router {
  const router = express.Router();
  const isProduction = config.NODE_ENV === 'production';
  const development = isProduction ? undefined : config.DEVELOPMENT_PAGES;
  const hasReference = config.API_DOCS ?? !isProduction;
  const page = (path: string, name: PageName) =>
    router.all(path, readOnly, security(config), async (_request, response) => {
      const document = pageDocument(name, await readFile(join(FILES, name, 'body.html'), 'utf8'));
      response.set('Cache-Control', 'no-cache').type('html').send(document);
    });

  if (development) {
    page('/', 'home');
    page('/studio', 'studio');
    page('/studio/templates', 'templates');
    page('/studio/ledger', 'ledger');
    page('/studio/finance', 'finance');
    page('/studio/coupons', 'coupons');
    page('/shop', 'shop');
    page('/account', 'account');
    for (const path of EMAIL_LINKS) page(path, 'credentials');
  }
  if (hasReference) {
    page('/docs', 'docs');
    for (const [name, type] of Object.entries(REFERENCE_FILES)) {
      const headers = { 'Content-Type': type, 'Cache-Control': LIBRARY_CACHE };
      router.all(
        `/docs/${name}`,
        readOnly,
        servePacked(() => readFile(join(SWAGGER_UI, name)), headers),
      );
    }
  }
  if (!hasReference && !development) return router;

  router.all('/site/links.json', readOnly, (_request, response) => {
    response.set('Cache-Control', 'no-store').json({
      sandboxUrl: development?.sandboxUrl ? `${SANDBOX_PATH}/` : null,
      mailUrl: development?.mailUrl ? `${MAIL_PATH}/` : null,
      logins: development?.logins ?? [],
      isDevelopment: development !== undefined,
    });
  });
  const folders = [
    'shared',
    ...(hasReference ? ['docs'] : []),
    ...(development
      ? ['home', 'studio', 'templates', 'ledger', 'finance', 'coupons', 'shop', 'account', 'credentials']
      : []),
  ];
  for (const folder of folders) router.use(`/site/${folder}`, readOnly, files(join(FILES, folder), 0));
  return router;
}

/** Browsers revalidate our own files on each use. */
const files = (directory: string, maxAge: string | number): RequestHandler =>
  express.static(directory, { index: false, redirect: false, dotfiles: 'ignore', maxAge });

const readOnly = only('GET', 'HEAD');

/** Scripts and styles are files of this gateway alone; images and uploads may have an address of their own. */
function security({ CDN_URL, PUBLIC_URL }: SiteConfig): RequestHandler {
  const images = new URL(CDN_URL).origin;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${images}`,
    `connect-src 'self' ${new URL(PUBLIC_URL).origin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers = {
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}
