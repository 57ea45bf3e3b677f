import type { AnyRoute } from '../routes/route.ts';
import { ComponentSchemas } from './component-schemas.ts';
import { filePaths } from './file-paths.ts';
import type { Json } from './json.ts';
import { operationOf } from './operation.ts';
import { FIELD_PROBLEM, PROBLEM, ProblemResponses } from './problem-responses.ts';
import { HEADERS, PARAMETERS } from './shared-headers.ts';
import { tags } from './tags.ts';

const ABOUT = `The backend of a print-on-demand marketplace: artists upload artworks and place them on products, visitors buy
them, orders are paid, made and sent, and artists are paid out.

- **Errors** are problems (RFC 9457); decide on their \`code\`. Each operation lists its own, by status, with an
  example of each; more may come, so take one that you do not know by its status.
- **Repeats** are safe with an \`Idempotency-Key\`, which POST and PATCH take.
- **Reads show what was written**: a write is answered when every read shows it.
- **Lists** tell a part of all: \`skip\`, \`limit\` (at most 100) and \`total\`. Long ones give a \`nextCursor\`, from which the next
  page costs no more than the first, and reject a \`skip\` that passes over more than 100,000 entries. Up to 10,000 a \`total\`
  is exact. Above that it is where orders are filtered by states and full days alone, and of payout items; of other long lists it
  is then at least so many, and more than the pages so far as long as they are full. One of those that has become shorter is counted
  again after ten minutes at the latest, or where a page is not full.
- **Money** is whole cents, **times** are ISO 8601 in UTC, ids are UUIDs.
- **Addresses** are verified by a link that is sent at sign-up. Until then \`emailVerifiedAt\` of a user is null, and
  nothing is rejected for it.
- **Limits**: too many requests get 429 with \`Retry-After\`.
- What is not known is ignored, in bodies as in queries; expect new members in responses, too.`;

/** The OpenAPI 3.1 document of the route table. */
export function openApiDocument(routes: readonly AnyRoute[], publicUrl: string): Json {
  const schemas = new ComponentSchemas();
  const problems = new ProblemResponses();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, schemas, problems) };
  }
  const files = filePaths(problems);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Estampa',
      version: '1',
      summary: 'The open backend of a print-on-demand marketplace',
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: tags(),
    paths: { ...paths, ...files },
    components: {
      schemas: { Problem: PROBLEM, FieldProblem: FIELD_PROBLEM, ...problems.codes, ...schemas.all },
      responses: problems.responses,
      examples: problems.examples,
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The accessToken of a log-in. Its user’s present roles count, not those in the token.',
        },
      },
    },
  };
}
