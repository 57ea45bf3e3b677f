import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from './paths.ts';

interface Machine {
  installCommand(what: 'java' | 'maven', machine: { platform: string; osRelease: string; isRoot: boolean }): string;
  needsOf(
    args: readonly string[],
    repository: string,
    environment: Record<string, string>,
  ): { java: boolean; maven: boolean };
}

const { installCommand, needsOf } = createRequire(import.meta.url)('../bin/machine.cjs') as Machine;

describe('what to type to get Java', () => {
  it.each([
    ['ID=debian\nVERSION_ID="12"', 'sudo apt-get install -y openjdk-17-jre-headless'],
    ['ID=debian\nVERSION_ID="13"', 'sudo apt-get install -y openjdk-21-jre-headless'],
    ['ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"', 'sudo apt-get install -y openjdk-21-jre-headless'],
    ['ID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_ID="22"', 'sudo apt-get install -y openjdk-21-jre-headless'],
    ['ID=fedora\nVERSION_ID=42', 'sudo dnf install -y java-21-openjdk-headless'],
    ['ID="rocky"\nID_LIKE="rhel centos fedora"', 'sudo dnf install -y java-21-openjdk-headless'],
    ['ID=arch', 'sudo pacman -S --needed jre-openjdk-headless'],
    ['ID=alpine\nVERSION_ID=3.22.0', 'sudo apk add openjdk21-jre-headless'],
    ['ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"', 'sudo zypper install -y java-21-openjdk-headless'],
  ])('%j', (osRelease, command) => {
    expect(installCommand('java', { platform: 'linux', osRelease, isRoot: false })).toBe(`Install it: ${command}`);
  });

  it('needs no sudo as root, uses brew on a Mac, and reports an unknown system', () => {
    const arch = { platform: 'linux', osRelease: 'ID=arch', isRoot: true };
    const solus = { platform: 'linux', osRelease: 'ID=solus\nPRETTY_NAME="Solus 4"', isRoot: false };

    expect(installCommand('maven', arch)).toBe('Install it: pacman -S --needed maven');
    expect(installCommand('java', { platform: 'darwin', osRelease: '', isRoot: false })).toBe(
      'Install it: brew install openjdk@21',
    );
    expect(installCommand('java', solus)).toBe('Install it with the package manager of Solus 4.');
  });
});

describe('what a command needs', () => {
  const downloads = mkdtempSync(join(tmpdir(), 'estampa-downloads-'));
  afterAll(() => rmSync(downloads, { recursive: true }));
  const needs = (args: string[], environment: Record<string, string> = {}) =>
    needsOf(args, REPOSITORY, { ESTAMPA_DOWNLOADS: downloads, ...environment });

  it('is nothing for checks and for unit tests', () => {
    expect(needs(['check'])).toEqual({ java: false, maven: false });
    expect(needs(['test', '--unit'])).toEqual({ java: false, maven: false });
  });

  it('is Java alone where a repository is named or the servers are given', () => {
    expect(needs(['start'])).toEqual({ java: true, maven: true });
    expect(needs(['start'], { ESTAMPA_MAVEN_BASE_URL: 'http://maven' })).toEqual({ java: true, maven: false });
    const given = { ESTAMPA_KAFKA_BROKERS: 'kafka:9092', ESTAMPA_S3_ENDPOINT: 'http://s3' };
    expect(needs(['start'], given)).toEqual({ java: false, maven: false });
  });

  it('is Java alone once the jars are there', () => {
    for (const name of ['kafka-4.3.1', 's3proxy-4.1.0']) mkdirSync(join(downloads, name));

    expect(needs(['start'])).toEqual({ java: true, maven: false });
  });
});
