// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// oxlint-disable-next-line no-control-regex -- the same, with the marks of paragraphs
const CONTROLS_BUT_PARAGRAPHS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
/** They make the rest of a line read in another order than it is written. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/;

/** They show nothing and join nothing, so that one name can pass for another: zero-width spaces, marks of direction, a BOM. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u2060-\u2064\ufeff]/;
/** What is left of a text without these can be seen; U+2800 is a pattern of Braille without dots. */
const BLANK = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const isWritten = (text: string): boolean => text.isWellFormed() && !REORDERING.test(text);

/** Text of one line: no control characters of either range, no line breaks, nothing unseen, nothing that reorders what is read. */
export const isOneLine = (text: string): boolean => isWritten(text) && !CONTROLS.test(text) && !UNSEEN.test(text);

/** Text that may contain line breaks and tabs. */
export const isPlain = (text: string): boolean => isWritten(text) && !CONTROLS_BUT_PARAGRAPHS.test(text);

/** Whether nothing of it would be seen. */
export const isBlank = (text: string): boolean => text.replaceAll(BLANK, '') === '';
