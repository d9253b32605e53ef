/** Why a setting is paused that somebody paused: nobody need be told. Who reads it does without the database. */
export const ASKED = 'asked';
