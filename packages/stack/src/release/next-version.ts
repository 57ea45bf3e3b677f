/** How much of a version a change raises. */
type Level = 'major' | 'minor' | 'patch';

interface Suggestion {
  readonly version: string;
  readonly reason: string;
}

export interface History {
  /** The newest release that was tagged; null before the first. */
  readonly released: string | null;
  /** What package.json says. */
  readonly declared: string;
  /** What stands below "## Unreleased" in CHANGELOG.md. */
  readonly unreleased: string;
  /** The messages of the commits since then, newest first. */
  readonly messages: readonly string[];
}

/** Headings as of https://keepachangelog.com, and one for what breaks clients. */
const HEADINGS: Readonly<Record<string, Level>> = {
  Breaking: 'major',
  Removed: 'major',
  Added: 'minor',
  Changed: 'minor',
  Deprecated: 'minor',
  Fixed: 'patch',
  Security: 'patch',
};
const LEVELS = ['major', 'minor', 'patch'] as const;

/**
 * The version that changes call for by https://semver.org. While it is 0.x, what breaks clients raises the minor version.
 * Null where nothing has changed since the last release.
 */
export function nextVersion({ released, declared, unreleased, messages }: History): Suggestion | null {
  if (released === null) return { version: declared, reason: 'nothing is released yet, and package.json says so' };
  const found = [...reasonsIn(unreleased), ...messages.map(reasonOf)];
  const level = LEVELS.find((one) => found.some(([raises]) => raises === one));
  if (!level) return null;
  const [, reason] = found.find(([raises]) => raises === level)!;
  return { version: raised(released, level), reason: `${reason}, since ${released}` };
}

function reasonsIn(section: string): [Level, string][] {
  const [loose = '', ...parts] = section.split(/^### /m);
  const headings = parts.map((part) => part.split('\n')[0]!.trim());
  return [
    // Changes without a heading are taken for more than fixes.
    ...(/^- /m.test(loose) ? [['minor', 'CHANGELOG.md has changes without a heading'] as [Level, string]] : []),
    ...headings.map((one): [Level, string] => [HEADINGS[one] ?? 'minor', `CHANGELOG.md has "### ${one}"`]),
  ];
}

function reasonOf(message: string): [Level, string] {
  const [subject = ''] = message.split('\n');
  const said = `a commit says "${subject}"`;
  if (/^BREAKING[ -]CHANGE: /m.test(message) || /^\w+(?:\([^)]*\))?!: /.test(subject)) return ['major', said];
  return [/^(?:Add |feat[(:])/.test(subject) ? 'minor' : 'patch', said];
}

function raised(version: string, level: Level): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (level === 'patch') return `${major}.${minor}.${patch + 1}`;
  return level === 'major' && major > 0 ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}
