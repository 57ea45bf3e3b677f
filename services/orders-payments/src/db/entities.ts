/** None: every query of this service is on a hot path, so all of them are prepared statements over the rows beside this. */
export const entities = [];
