import { key, type RowOf, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

export const follow = table('follow', { id: key(uuid), userId: uuid, sellerProfileId: uuid, createdAt: timestamp });

export type FollowRow = RowOf<typeof follow.columns>;
