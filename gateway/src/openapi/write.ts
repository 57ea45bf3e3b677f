import { routes } from '../routes/index.ts';
import { openApiDocument } from './document.ts';

/** Stands in the place of the address, which differs from place to place. */
const NOWHERE = 'https://api.invalid';

/** The document of the route table as it is, for those who check it without a gateway. */
process.stdout.write(JSON.stringify(openApiDocument(routes, NOWHERE)));
