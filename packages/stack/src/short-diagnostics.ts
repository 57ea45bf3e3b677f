const SHOWN_MAX_CHARACTERS = 40;

/**
 * The output of the type check with long object types folded to `{ … }`. The compiler writes most members of both types into an
 * error about one of them; file, line and that member stand outside the braces.
 */
export function shortDiagnostics(output: string): string {
  return output.split('\n').map(foldTypes).join('\n');
}

function foldTypes(line: string): string {
  let depth = 0;
  let from = 0;
  let folded = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    if (character === '{' && depth++ === 0) {
      folded += line.slice(from, at);
      from = at;
    } else if (character === '}' && depth > 0 && --depth === 0) {
      const type = line.slice(from, at + 1);
      folded += type.length > SHOWN_MAX_CHARACTERS ? '{ … }' : type;
      from = at + 1;
    }
  }
  return folded + line.slice(from);
}
