import { manifestsOf } from '@estampa/stack/cluster/manifests';
import kafkajs from 'kafkajs';

type Rule = {
  resource: { type: 'topic' | 'group' | 'transactionalId'; name: string; patternType?: 'prefix' };
  operations: string[];
};
/** Of each user of production, what it may do. */
export const users = new Map(
  manifestsOf('k8s/production/kafka.yaml')
    .filter(({ kind }) => kind === 'KafkaUser')
    .map(({ metadata, spec }) => [metadata.name, spec.authorization.acls as Rule[]]),
);

/** Grants each user what its rules permit, at a broker where every client may change them. */
export async function grantAll(brokers: string): Promise<void> {
  const admin = new kafkajs.Kafka({ brokers: [brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    await admin.createAcls({
      acl: [...users].flatMap(([user, rules]) => rules.flatMap((rule) => entriesOf(user, rule))),
    });
  } finally {
    await admin.disconnect();
  }
}

const RESOURCES = {
  topic: kafkajs.AclResourceTypes.TOPIC,
  group: kafkajs.AclResourceTypes.GROUP,
  transactionalId: kafkajs.AclResourceTypes.TRANSACTIONAL_ID,
};
const OPERATIONS: Record<string, kafkajs.AclOperationTypes> = {
  Read: kafkajs.AclOperationTypes.READ,
  Write: kafkajs.AclOperationTypes.WRITE,
  Describe: kafkajs.AclOperationTypes.DESCRIBE,
  Delete: kafkajs.AclOperationTypes.DELETE,
};

/** What the operator makes of a rule. */
const entriesOf = (user: string, { resource: { type, name, patternType }, operations }: Rule) =>
  operations.map((operation) => ({
    resourceType: RESOURCES[type],
    resourceName: name,
    resourcePatternType:
      patternType === 'prefix' ? kafkajs.ResourcePatternTypes.PREFIXED : kafkajs.ResourcePatternTypes.LITERAL,
    principal: `User:${user}`,
    host: '*',
    operation: OPERATIONS[operation]!,
    permissionType: kafkajs.AclPermissionTypes.ALLOW,
  }));
