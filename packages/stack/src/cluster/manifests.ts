import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { REPOSITORY } from '../paths.ts';

/** A Kubernetes object, as far as tests need it. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  data?: Record<string, string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- each kind has a form of its own, and a test reads what it knows to be there
  spec: any;
};

/** Each object of a stream of YAML documents. */
export const manifestsIn = (text: string): Manifest[] =>
  text.split(/^---$/m).flatMap((document) => (parseYaml(document) as Manifest | undefined) ?? []);

/** The objects of a file that operators apply by hand: `k8s/production/postgres.yaml`. */
export const manifestsOf = (path: string): Manifest[] => manifestsIn(readFileSync(join(REPOSITORY, path), 'utf8'));

/** The one document of a file. */
export const documentOf = (path: string): unknown => parseYaml(readFileSync(join(REPOSITORY, path), 'utf8'));
