/** None: every query of this service is on a hot path, so all of them are prepared statements over its tables. */
export const entities = [];
