/** The state of money to return, as its list shows it; an index has this exact expression. */
export const RETURN_STATE = `(case status when 'requested' then 'pending' when 'done' then 'returned' else status end)`;
