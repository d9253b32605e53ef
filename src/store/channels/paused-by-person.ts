/** A person paused the setting, so the owner needs no notice. Separate file: readers need no database. */
export const PAUSED_BY_PERSON = 'asked';
