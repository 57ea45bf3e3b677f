import { DomainError } from '@estampa/kernel/errors';
import { z } from 'zod';
import { RECEIPT_POLICY, receiptPage, receiptUnknownPage } from '../views/receipt-page.ts';
import { RECEIPT_WORDS, type ReceiptLanguage } from '../views/receipt-words.ts';
import { Reply, route } from './route.ts';

/** Nobody reads so many receipts, and who guesses links gets nowhere. */
const RECEIPTS_PER_MINUTE = 60;
const TOKEN_MAX_CHARACTERS = 128;

const Language = z.enum(['pt', 'en']).meta({ id: 'ReceiptLanguage' });

export const receiptRoutes = [
  route({
    name: 'getReceipt',
    method: 'get',
    path: '/receipts/{token}',
    auth: 'none',
    summary: 'The receipt of a paid order, as a page for whoever has its link',
    description:
      'The link is `receiptUrl` of the order, and stands in e-mails about it. It shows nothing about the buyer.',
    limit: { perMinute: RECEIPTS_PER_MINUTE },
    params: z.object({ token: z.string().min(1).max(TOKEN_MAX_CHARACTERS) }),
    query: z.object({
      lang: Language.optional().describe(
        'In place of what the Accept-Language header prefers; Portuguese without both',
      ),
    }),
    errors: { 404: ['not_found'] },
    produces: ['text/html'],
    responseHeaders: {
      'Content-Language': 'Portuguese or English',
      'X-Robots-Tag': 'No search engine may list it',
      Vary: 'What the language depends on',
    },
    async handle({ params, query, clients, request: { headers } }) {
      const language = query.lang ?? preferred(headers['accept-language']);
      try {
        const { receipt } = await clients.receipts.getReceipt(params);
        return page(200, receiptPage(receipt!, language), language);
      } catch (error) {
        if (!(error instanceof DomainError && error.kind === 'not_found') || !readsPages(headers)) throw error;
        return page(404, receiptUnknownPage(language), language);
      }
    },
  }),
];

function page(status: number, html: string, language: ReceiptLanguage): Reply {
  const headers = {
    'Content-Language': RECEIPT_WORDS[language].tag,
    'Content-Security-Policy': RECEIPT_POLICY,
    'X-Robots-Tag': 'noindex, nofollow, noarchive',
    Vary: 'Accept-Language, Accept',
  };
  return new Reply(status, headers, { bytes: Buffer.from(html), contentType: 'text/html; charset=utf-8' });
}

const readsPages = (headers: Readonly<Record<string, string>>): boolean =>
  (headers['accept'] ?? '').includes('text/html');

/** The one of our languages that is preferred, by the weights that the header gives them. */
export function preferred(header: string | undefined): ReceiptLanguage {
  const weighed = (header ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { language: tag.slice(0, 2), weight: Number(weight) || 0 };
  });
  const of = (language: ReceiptLanguage) =>
    Math.max(0, ...weighed.filter((range) => range.language === language).map(({ weight }) => weight));
  return of('en') > of('pt') ? 'en' : 'pt';
}
