/** As whom a service reads and writes topics: by its own name unless it has a group's. */
export type Member = { topicPrefix: string; service: string; group?: string | undefined };

export const consumerGroup = ({ topicPrefix, service, group = service }: Member): string => topicPrefix + group;
