import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../paths.ts';
import type { History } from './next-version.ts';

/** What a release is made of. */
export interface Source {
  readonly version: string;
  readonly revision: string;
  /** When its commit was made: everything in the release has this date, whenever it is built. */
  readonly date: string;
  /** Where the sources are published, where that was named. */
  readonly url: string | null;
}

const VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const RELEASE_TAG = /^v\d+\.\d+\.\d+$/;
const UNRELEASED = 'Unreleased';

/** Fails unless all that is committed, and nothing else, is what would be released under this version. */
export function sourceOf(version: string, url: string | null): Source {
  if (!VERSION.test(version)) throw new Error(`A version is like 0.1.0; this is "${version}"`);
  const changed = git('status', '--porcelain');
  if (changed !== '') throw new Error(`A release is made of what is committed. Commit or stash first:\n${changed}`);
  const declared = {
    'package.json': declaredVersion(),
    'charts/estampa/Chart.yaml': /^appVersion: (.+)$/m.exec(read('charts/estampa/Chart.yaml'))?.[1],
  };
  for (const [file, found] of Object.entries(declared))
    if (found !== version) throw new Error(`${file} says ${found}: write ${version} there and commit it first`);
  return {
    version,
    revision: git('rev-parse', 'HEAD'),
    date: new Date(git('log', '-1', '--format=%cI')).toISOString(),
    url,
  };
}

/** The changes of a version: its section of CHANGELOG.md, and the commits since the release before it, newest first. */
export function changesOf(version: string): string {
  const section = sectionOf(read('CHANGELOG.md'), version);
  const before = mergedTags().find((tag) => tag !== '' && tag !== `v${version}`);
  const commits = before ? git('log', '--no-merges', '--format=- %s', `${before}..HEAD`) : '';
  return `# Estampa ${version}\n\n${section}\n${commits && `\n## Commits since ${before}\n\n${commits}\n`}`;
}

/** What stands below the heading of a version. */
export function sectionOf(changelog: string, version: string): string {
  const [, ...sections] = changelog.split(/^## /m);
  const found = sections.find((section) => section.split(/[\s(]/)[0] === version);
  if (!found)
    throw new Error(
      `CHANGELOG.md has no section "## ${version}": give what stands below "## ${UNRELEASED}" this heading`,
    );
  return found.split('\n').slice(1).join('\n').trim();
}

/** What has happened since the release that was tagged last, by which the next version is suggested. */
export function historyOf(): History {
  const changelog = read('CHANGELOG.md');
  const tag = mergedTags().find((one) => RELEASE_TAG.test(one)) ?? null;
  return {
    released: tag?.slice(1) ?? null,
    declared: declaredVersion(),
    unreleased: changelog.includes(`\n## ${UNRELEASED}\n`) ? sectionOf(changelog, UNRELEASED) : '',
    messages: tag
      ? git('log', '--no-merges', '--format=%B%x00', `${tag}..HEAD`).split('\0').map(trimmed).filter(Boolean)
      : [],
  };
}

const trimmed = (text: string): string => text.trim();

/** Of the history that is checked out, the newest version first. */
const mergedTags = (): string[] => git('tag', '--list', 'v*', '--sort=-v:refname', '--merged', 'HEAD').split('\n');

const declaredVersion = (): string => (JSON.parse(read('package.json')) as { version: string }).version;

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');

const git = (...args: string[]): string => execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
