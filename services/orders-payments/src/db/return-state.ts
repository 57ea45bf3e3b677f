/** Money to return in the words of its list; an index stands on this very expression. */
export const RETURN_STATE = `(case status when 'requested' then 'pending' when 'done' then 'returned' else status end)`;
