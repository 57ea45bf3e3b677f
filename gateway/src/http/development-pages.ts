import { z } from 'zod';

const address = z.url().nullable();

const DevelopmentPages = z.object({
  sandboxUrl: address,
  mailUrl: address,
  /** Accounts of the demo data that a page offers to sign in as. */
  logins: z.array(z.object({ role: z.string(), email: z.string(), password: z.string() })),
});

/** What a local stack hands its pages, as JSON. */
export const developmentPages = z
  .string()
  .transform((text, issues): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      issues.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(DevelopmentPages);
