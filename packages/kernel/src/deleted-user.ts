/** What stands in place of the name of a person whose account was deleted. */
export const DELETED_USER = 'Deleted user';

/** An address that receives no mail: no domain exists below `invalid` (RFC 2606). */
export const erasedEmail = (localPart: string): string => `${localPart}@deleted.invalid`;
