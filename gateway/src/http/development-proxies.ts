import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { createProxyMiddleware, responseInterceptor } from 'http-proxy-middleware';
import { rejectMethod } from './allowed-methods.ts';
import type { Config } from '../config.ts';
import { HttpProblem } from './problems.ts';

type Proxies = {
  readonly path: string;
  readonly allowed: Readonly<Record<string, RegExp>>;
  /** What these pages may load, where they do not say so themselves. */
  readonly policy?: string;
};
type ProxyConfig = Pick<Config, 'NODE_ENV' | 'DEVELOPMENT_PAGES' | 'PUBLIC_URL'>;

export const SANDBOX_PATH = '/sandbox';
export const MAIL_PATH = '/mail';
const SILENCE_MAX_MS = 30_000;

/** What a person does on the sandbox's pages; its providers and the rest of its controls are not for browsers. */
const SANDBOX: Proxies = {
  path: SANDBOX_PATH,
  allowed: {
    GET: /^\/(?:i\/[\w-]+(?:\/refund)?|b\/pdf\/[\w-]+|checkout\/[\w-]+|labels\/[\w,-]+|track\/[\w-]+|return)?$/,
    POST: /^\/(?:i\/[\w-]+\/(?:pay|decline|expire|refund)|checkout\/[\w-]+\/(?:begin|pay|payments\/[\w-]+\/\w+)|_control\/(?:charges\/[\w-]+\/receive|parcels\/[\w-]+\/advance|queues\/\w+\/resume|webhooks\/[\w.:%-]+\/deliver))$/,
  },
};

/** The inbox: its page, the page's assets, and its API. */
const MAIL: Proxies = {
  path: MAIL_PATH,
  allowed: {
    GET: /^\/(?:(?:styles|scripts|components|views|webfonts)\/[\w./-]+|favicon\.ico|config|healthz|email(?:\/[\w.-]+)*|socket\.io\/)?$/,
    POST: /^\/socket\.io\/$/,
    PATCH: /^\/email\/read-all$/,
    DELETE: /^\/email\/[\w-]+$/,
  },
  // The inbox's library compiles its templates and writes styles; mails are untrusted content, and load nothing but images.
  policy:
    "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; font-src 'self'; connect-src 'self' ws: wss:; frame-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
};

/** The sandbox's pages and the mail inbox at the gateway's own address: outside production, where a stack names them. */
export function developmentProxies({ NODE_ENV, DEVELOPMENT_PAGES, PUBLIC_URL }: ProxyConfig): Router {
  const router = express.Router();
  if (NODE_ENV === 'production' || !DEVELOPMENT_PAGES) return router;
  const { sandboxUrl, mailUrl } = DEVELOPMENT_PAGES;
  for (const [proxies, target] of [[SANDBOX, sandboxUrl] as const, [MAIL, mailUrl] as const]) {
    if (target !== null) router.use(proxies.path, passable(proxies), pass(target, PUBLIC_URL + proxies.path));
  }
  return router;
}

const passable =
  ({ path, allowed, policy }: Proxies): RequestHandler =>
  (request, response, next) => {
    // What a page names stands beside it only under an address that ends so.
    if (request.originalUrl === path) return response.redirect(308, `${path}/`);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (allowed[method]?.test(request.path) === true) {
      if (policy === undefined) response.removeHeader('Content-Security-Policy');
      else response.setHeader('Content-Security-Policy', policy);
      return next();
    }
    const methods = Object.keys(allowed).filter((one) => allowed[one]?.test(request.path));
    if (methods.length === 0) throw new HttpProblem(404, 'not_found', 'There is nothing at this address');
    rejectMethod(methods, request, response);
  };

/** A page names its own address in forms and links; here it has another. */
function pass(target: string, publicUrl: string): RequestHandler {
  const moved = (text: string): string => text.replaceAll(target, publicUrl);
  return createProxyMiddleware<Request, Response>({
    target,
    changeOrigin: true,
    proxyTimeout: SILENCE_MAX_MS,
    selfHandleResponse: true,
    on: {
      proxyRes: responseInterceptor(async (body, upstream, _request, response) => {
        const { location } = upstream.headers;
        if (location !== undefined) response.setHeader('Location', moved(location));
        return upstream.headers['content-type']?.startsWith('text/html') ? moved(body.toString()) : body;
      }),
      error: (cause, request) =>
        request.next?.(new HttpProblem(503, 'page_unavailable', 'This page cannot be reached; try again', { cause })),
    },
  });
}
