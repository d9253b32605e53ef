import type { FieldValue, UserActionResult } from '../contract.ts';

/** A block or a part of one, as JSON has it. */
export type BlockFields = Readonly<Record<string, unknown>>;

/** Sends the use of an element; `value` is what was chosen, if anything can be. */
export type OnUse = (blockId: string, actionId: string, value?: FieldValue) => Promise<UserActionResult>;
