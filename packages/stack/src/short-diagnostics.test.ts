import { describe, expect, it } from 'vitest';
import { shortDiagnostics } from './short-diagnostics.ts';

const MEMBERS = 'id: string; images: { url: string }[]; createdAt: string;';

describe('shortDiagnostics', () => {
  it.each([
    [
      'folds an object type with all it nests',
      `a.ts:1:2: Property 'bio' is missing in type '{ ${MEMBERS} }' but required in type 'AllFields<Profile>'.`,
      "a.ts:1:2: Property 'bio' is missing in type '{ … }' but required in type 'AllFields<Profile>'.",
    ],
    ['folds inside type arguments', `RowOf<{ ${MEMBERS} }>, Page<{ ${MEMBERS} }>`, 'RowOf<{ … }>, Page<{ … }>'],
    ['leaves a short type', `'{ bio: string; }'`, `'{ bio: string; }'`],
    ['leaves braces that do not close', `a } b { ${MEMBERS}`, `a } b { ${MEMBERS}`],
    ['folds line by line', `x {\n{ ${MEMBERS} }`, 'x {\n{ … }'],
  ])('%s', (_behaviour, output, expected) => {
    expect(shortDiagnostics(output)).toBe(expected);
  });
});
