'use strict';
// What has to be installed on this machine, and the command that installs it here.
const { existsSync, readFileSync } = require('node:fs');
const { delimiter, join } = require('node:path');
const { spawnSync } = require('node:child_process');

const OLDEST_NODE = 20;
const OLDEST_JAVA = 17;
const NEEDS_SERVERS = ['start', 'demo', 'test', 'bench'];
/** The last Debian whose newest Java is 17. */
const DEBIAN_WITH_JAVA_17 = 12;

/** By the names in /etc/os-release; `java` is what runs Kafka without a screen. */
const INSTALL = [
  { ids: ['debian', 'ubuntu'], command: 'apt-get install -y', java: debianJava, maven: 'maven' },
  { ids: ['fedora', 'rhel', 'centos'], command: 'dnf install -y', java: 'java-21-openjdk-headless', maven: 'maven' },
  { ids: ['arch'], command: 'pacman -S --needed', java: 'jre-openjdk-headless', maven: 'maven' },
  { ids: ['alpine'], command: 'apk add', java: 'openjdk21-jre-headless', maven: 'maven' },
  { ids: ['opensuse', 'suse'], command: 'zypper install -y', java: 'java-21-openjdk-headless', maven: 'maven' },
];

/** Nothing to say when all is there. */
function machineProblems(args, repository, environment = process.env) {
  const nodeMajor = Number(process.versions.node.split('.')[0]);
  const needs = needsOf(args, repository, environment);
  return [
    ...(process.platform === 'win32'
      ? ['Windows runs it in WSL: install that with "wsl --install" and start Estampa inside.']
      : []),
    ...(nodeMajor >= OLDEST_NODE
      ? []
      : [`Node ${OLDEST_NODE} or newer is needed, this is ${process.versions.node}: https://nodejs.org`]),
    ...(needs.java && javaMajor() < OLDEST_JAVA
      ? [`Java ${OLDEST_JAVA} or newer is needed (it runs Kafka and the S3 storage). ${howToInstall('java')}`]
      : []),
    ...(needs.maven && !isInPath('mvn', environment)
      ? [
          `Maven is needed (it downloads Kafka and the S3 storage, once). ${howToInstall('maven')} ` +
            'Or name a Maven repository in ESTAMPA_MAVEN_BASE_URL: then Maven is not needed.',
        ]
      : []),
  ];
}

/** Java for servers that are not given by address; Maven only while their jars are missing. */
function needsOf(args, repository, environment) {
  const wantsServers = NEEDS_SERVERS.includes(args[0]) && !args.includes('--unit');
  const downloads = environment.ESTAMPA_DOWNLOADS || join(repository, '.local/downloads');
  const lock = JSON.parse(readFileSync(join(repository, 'packages/stack/jars-lock.json'), 'utf8'));
  const started = Object.keys(lock).filter(
    (name) => !environment[name.startsWith('kafka') ? 'ESTAMPA_KAFKA_BROKERS' : 'ESTAMPA_S3_ENDPOINT'],
  );
  const java = wantsServers && started.length > 0;
  const isMissing = started.some((name) => !existsSync(join(downloads, name)));
  return { java, maven: java && isMissing && !environment.ESTAMPA_MAVEN_BASE_URL };
}

function javaMajor() {
  const { stderr, status } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return status === 0 ? Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) : 0;
}

function isInPath(command, { PATH = '' }) {
  return PATH.split(delimiter).some((directory) => existsSync(join(directory, command)));
}

function howToInstall(what) {
  const osRelease = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return installCommand(what, { platform: process.platform, osRelease, isRoot: process.getuid?.() === 0 });
}

function installCommand(what, { platform, osRelease, isRoot }) {
  if (platform === 'darwin') return `Install it: brew install ${what === 'java' ? 'openjdk@21' : 'maven'}`;
  const field = (name) => new RegExp(`^${name}="?([^"\n]*)"?$`, 'm').exec(osRelease)?.[1] ?? '';
  const ids = [field('ID'), ...field('ID_LIKE').split(' ')].flatMap((id) => [id, id.split('-')[0]]);
  const system = INSTALL.find((known) => known.ids.some((id) => ids.includes(id)));
  if (!system) return `Install it with the package manager of ${field('PRETTY_NAME') || 'this system'}.`;
  const wanted = system[what];
  const name = typeof wanted === 'function' ? wanted(field('ID'), field('VERSION_ID')) : wanted;
  return `Install it: ${isRoot ? '' : 'sudo '}${system.command} ${name}`;
}

function debianJava(id, version) {
  const isOld = id === 'debian' && Number.parseInt(version, 10) <= DEBIAN_WITH_JAVA_17;
  return `openjdk-${isOld ? 17 : 21}-jre-headless`;
}

module.exports = { installCommand, machineProblems, needsOf };
