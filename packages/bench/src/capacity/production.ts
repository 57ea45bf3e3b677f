/** What `charts/estampa/values-production.yaml` and `k8s/production` allow as they are; a test compares. */
export const PRODUCTION: {
  readonly postgresCores: number;
  readonly postgresGibibytes: number;
  readonly partitions: number;
  /** Of the autoscaler, by service; `*` of those without their own. */
  readonly replicasMax: Readonly<Record<string, number>>;
} = {
  postgresCores: 2,
  postgresGibibytes: 100,
  partitions: 12,
  replicasMax: { identity: 5, catalog: 5, 'media-render': 9, 'fulfillment-shipping': 5, payouts: 5, '*': 6 },
};
