import { z } from 'zod';

/** What a notice calls something; what no index can hold, or no text, is not read but kept as it came. */
export const NoticeName = z.string().regex(/^[\x20-\x7e]{1,200}$/);
