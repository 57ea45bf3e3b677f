import { boolean, key, text, uuid } from '@estampa/kit/postgres/columns';
import { replica } from '../replica.ts';

/** The last finished render of an artwork on a template, as media-render publishes it. */
export const render = replica('render', { artworkId: key(uuid), templateId: key(text), deleted: boolean });
