import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOPICS } from '@estampa/kernel/topics';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../paths.ts';
import { type Manifest, manifestsOf } from './manifests.ts';

const backup = manifestsOf('k8s/production/backup.yaml');
const postgres = manifestsOf('k8s/production/postgres.yaml');
const restore = ['postgres', 'topics'].flatMap((name) => manifestsOf(`k8s/production/restore/${name}.yaml`));
const page = readFileSync(join(REPOSITORY, 'docs/operations/backup.md'), 'utf8');
const only = (manifests: readonly Manifest[], kind: string): Manifest => {
  const found = manifests.filter((one) => one.kind === kind);
  expect([kind, found.length]).toEqual([kind, 1]);
  return found[0]!;
};
const PLUGIN = 'barman-cloud.cloudnative-pg.io';

describe('backups of production', () => {
  it('archive the log of the cluster and make base backups of it into one store', () => {
    const [cluster, store] = [only(postgres, 'Cluster'), only(backup, 'ObjectStore')];

    expect(cluster.spec.plugins).toEqual([
      { name: PLUGIN, isWALArchiver: true, parameters: { barmanObjectName: store.metadata.name } },
    ]);
    expect(only(backup, 'ScheduledBackup').spec).toMatchObject({
      cluster: { name: cluster.metadata.name },
      method: 'plugin',
      pluginConfiguration: { name: PLUGIN },
    });
    expect(JSON.stringify(postgres)).not.toContain('barmanObjectStore');
  });

  it('are restored into the same cluster under another name, and go on there', () => {
    const [cluster, restored] = [only(postgres, 'Cluster'), only(restore, 'Cluster')];
    const { bootstrap, externalClusters, ...same } = restored.spec;
    const { bootstrap: initial, ...original } = cluster.spec;

    expect(same).toEqual(original);
    expect(externalClusters).toEqual([
      {
        name: bootstrap.recovery.source as unknown,
        plugin: {
          name: PLUGIN,
          parameters: {
            barmanObjectName: only(backup, 'ObjectStore').metadata.name,
            serverName: cluster.metadata.name,
          },
        },
      },
    ]);
    expect(bootstrap.recovery).toMatchObject({
      database: initial.initdb.database as unknown,
      owner: initial.initdb.owner as unknown,
      secret: initial.initdb.secret as unknown,
    });
    expect(only(restore, 'ScheduledBackup').spec).toEqual({
      ...only(backup, 'ScheduledBackup').spec,
      cluster: { name: restored.metadata.name },
    });
  });

  it('copy topics as a user who may read all of them, and restore them as one who may write them', () => {
    const onTopics = (operation: string) =>
      TOPICS.map((name) => ({ resource: { type: 'topic', name }, operations: [operation, 'Describe'] }));

    expect(only(backup, 'KafkaUser').spec.authorization.acls).toEqual([
      ...onTopics('Read'),
      { resource: { type: 'group', name: 'estampa-copy-', patternType: 'prefix' }, operations: ['Read', 'Describe'] },
    ]);
    expect(only(restore, 'KafkaUser').spec.authorization.acls).toEqual(onTopics('Write'));
    for (const [manifests, job] of [
      [backup, only(backup, 'CronJob').spec.jobTemplate.spec],
      [restore, only(restore, 'Job').spec],
    ] as const) {
      const { name } = only(manifests, 'KafkaUser').metadata;
      expect(JSON.stringify(job.template.spec.containers[0].env)).toContain(
        `{"name":"KAFKA_SASL_USERNAME","value":"${name}"}`,
      );
    }
  });

  it('reach their bucket as whom they run, without keys', () => {
    const account = only(backup, 'ServiceAccount').metadata;
    const jobs = [only(backup, 'CronJob').spec.jobTemplate.spec, only(restore, 'Job').spec].map(
      ({ template }) => template.spec as { serviceAccountName: string; containers: object[] },
    );
    const clusters = [only(postgres, 'Cluster'), only(restore, 'Cluster')];

    expect(Object.keys(account.annotations!)).toEqual(['eks.amazonaws.com/role-arn']);
    for (const { serviceAccountName, containers } of jobs) {
      expect(serviceAccountName).toBe(account.name);
      expect(JSON.stringify(containers)).not.toMatch(/ESTAMPA_S3_\w*KEY/);
    }
    for (const { spec } of clusters)
      expect(spec.serviceAccountTemplate).toEqual({ metadata: { annotations: account.annotations } });
    expect(only(backup, 'ObjectStore').spec.configuration.s3Credentials).toEqual({ inheritFromIAMRole: true });
  });

  it('are named in the operations guide', () => {
    const restored = only(restore, 'Cluster').metadata.name;
    for (const name of [
      `cluster/${restored}`,
      `${restored}-rw`,
      `${restored}-ca`,
      `cronjob ${only(backup, 'CronJob').metadata.name}`,
      `job/${only(restore, 'Job').metadata.name}`,
      `\`${only(backup, 'ScheduledBackup').metadata.name}\``,
    ])
      expect(page).toContain(name);
    const [, databases] = /for database in ([\w ]+);/.exec(page)!;
    const owned = postgres.filter(({ kind }) => kind === 'Database').map(({ spec }) => String(spec.name));
    expect(databases!.split(' ').toSorted()).toEqual(['identity', ...owned].toSorted());
  });
});
