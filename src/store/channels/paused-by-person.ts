/** Reason of a pause by a person. It has its own file, so that importing it loads no database code. */
export const PAUSED_BY_PERSON = 'asked';
