/** What two addresses must share to be one page: `group` is the route with its path parameters, `variant` the query. */
export type PageKey = { route: string; group: string; variant: string };

export const nameOf = ({ group, variant }: PageKey): string => group + variant;
