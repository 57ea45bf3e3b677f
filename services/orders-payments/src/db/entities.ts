/** Empty: all queries of this service are on hot paths, so they are prepared statements. */
export const entities = [];
