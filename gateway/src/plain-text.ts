// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// oxlint-disable-next-line no-control-regex -- the same, with the marks of paragraphs
const CONTROLS_BUT_PARAGRAPHS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
/** They make the rest of a line read in another order than it is written. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/;

const isWritten = (text: string): boolean => text.isWellFormed() && !REORDERING.test(text);

/** Text of one line: no control characters of either range, no line breaks, nothing that reorders what is read. */
export const isOneLine = (text: string): boolean => isWritten(text) && !CONTROLS.test(text);

/** Text that may hold line breaks and tabs. */
export const isPlain = (text: string): boolean => isWritten(text) && !CONTROLS_BUT_PARAGRAPHS.test(text);
