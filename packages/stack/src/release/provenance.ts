import type { Source } from './source.ts';

export interface Subject {
  readonly name: string;
  readonly digest: string;
}

/** How something was made, as SLSA 1.0 has it: https://slsa.dev/spec/v1.0/provenance */
export const provenanceOf = (subjects: readonly Subject[], source: Source, lockDigest: string): object => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: subjects.map(({ name, digest }) => ({ name, digest: { sha256: digest.replace('sha256:', '') } })),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'estampa:npm-run-release/v1',
      externalParameters: { command: `npm run release -- ${source.version}`, version: source.version },
      resolvedDependencies: [
        { uri: source.url ? `git+${source.url}` : 'git:estampa', digest: { gitCommit: source.revision } },
        { uri: 'file:package-lock.json', digest: { sha256: lockDigest.replace('sha256:', '') } },
      ],
    },
    runDetails: { builder: { id: source.url ?? 'estampa:local' }, metadata: { invocationId: source.revision } },
  },
});
