import { z } from 'zod';

const PERCENT_MAX = 100;
const TEXT_MAX_CHARACTERS = 350;
const percent = z.number().min(0).max(PERCENT_MAX).default(0);
const text = z.string().trim().min(1).max(TEXT_MAX_CHARACTERS);

/** What the invoices are for, as JSON: the service by the city hall's id or code, its name, and the taxes in percent. */
const Service = z
  .strictObject({
    id: text.optional(),
    code: text.optional(),
    name: text,
    description: text.default('Produtos personalizados sob encomenda'),
    taxes: z
      .strictObject({
        retainIss: z.boolean().default(false),
        iss: percent,
        cofins: percent,
        csll: percent,
        inss: percent,
        ir: percent,
        pis: percent,
      })
      .prefault({}),
  })
  .refine(({ id, code }) => id ?? code, { path: ['id'], message: 'or code is needed' });

const json = z.string().transform((given, context): unknown => {
  try {
    return JSON.parse(given);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
});

export const FISCAL_SETTINGS = {
  /** Who issues an invoice of each paid order. */
  FISCAL_ISSUER: z.enum(['none', 'asaas']).default('none'),
  /** Orders that were paid before get none here. */
  FISCAL_ISSUE_SINCE: z.iso
    .datetime({ offset: true })
    .transform((given) => new Date(given))
    .optional(),
  FISCAL_SERVICE: json.pipe(Service).optional(),
};

type Settings = z.output<z.ZodObject<typeof FISCAL_SETTINGS>> & { ASAAS_API_KEY?: string | undefined };

/** Null if nobody issues invoices; what is missing is named at the start. */
export function fiscalIn(settings: Settings, context: z.RefinementCtx) {
  const { FISCAL_ISSUER: issuer, FISCAL_ISSUE_SINCE: since, FISCAL_SERVICE: service } = settings;
  if (issuer === 'none') return null;
  for (const name of ['FISCAL_ISSUE_SINCE', 'FISCAL_SERVICE', 'ASAAS_API_KEY'] as const)
    if (settings[name] === undefined)
      context.addIssue({ code: 'custom', path: [name], message: `is needed for the issuer ${issuer}` });
  return since && service ? { issuer, since, service } : null;
}
