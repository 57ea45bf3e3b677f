import { NOTICE_NAME } from '@estampa/kernel/notices';
import { z } from 'zod';

/** What a notice calls something; what cannot be a name is not read but kept as it came. */
export const NoticeName = z.string().regex(NOTICE_NAME);
