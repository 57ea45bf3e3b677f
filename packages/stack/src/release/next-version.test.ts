import { expect, it } from 'vitest';
import { nextVersion } from './next-version.ts';

it.each([
  ['0.1.4', '### Fixed\n\n- x', ['Fix x'], '0.1.5', 'CHANGELOG.md has "### Fixed"'],
  ['0.1.4', '### Fixed\n\n- x\n\n### Added\n\n- y', [], '0.2.0', 'CHANGELOG.md has "### Added"'],
  ['0.1.4', '', ['Let x be read once', 'Add y'], '0.2.0', 'a commit says "Add y"'],
  ['0.1.4', '- Something new', [], '0.2.0', 'CHANGELOG.md has changes without a heading'],
  ['0.1.4', '', ['Let x be read once'], '0.1.5', 'a commit says "Let x be read once"'],
  ['0.1.4', '### Removed\n\n- x', ['Add y'], '0.2.0', 'CHANGELOG.md has "### Removed"'],
  ['1.9.3', '### Removed\n\n- x', ['Add y'], '2.0.0', 'CHANGELOG.md has "### Removed"'],
  ['1.9.3', '### Added\n\n- x', ['Take x away\n\nBREAKING CHANGE: x'], '2.0.0', 'a commit says "Take x away"'],
  ['1.9.3', '### Added\n\n- x', ['feat(api)!: y'], '2.0.0', 'a commit says "feat(api)!: y"'],
])('after %s, %j and %j suggest %s', (released, unreleased, messages, version, reason) => {
  const history = { released, declared: released, unreleased, messages };

  expect(nextVersion({ ...history, unreleased, messages: [...messages] })).toEqual({
    version,
    reason: `${reason}, since ${released}`,
  });
});

it('suggests what package.json says before the first release, and nothing where nothing has changed', () => {
  const history = { declared: '0.1.0', unreleased: '', messages: [] };

  expect(nextVersion({ ...history, released: null })).toMatchObject({ version: '0.1.0' });
  expect(nextVersion({ ...history, released: '0.1.0' })).toBeNull();
});
