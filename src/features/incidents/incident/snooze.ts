/** For how long an incident can be snoozed: minutes, or to its end. */
export const SNOOZES = [30, 120, 'end'] as const;

/** One of these; `wake` ends it. */
export type Snoozing = (typeof SNOOZES)[number] | 'wake';

/** An entry's value. It names no secret, and whoever may choose it may choose any other. */
export function snoozeValue(incident: string, snooze: Snoozing): string {
  return `${incident}.${snooze}`;
}

/** `undefined` where a value was not made here. */
export function readSnooze(value: string): { readonly id: string; readonly snooze: Snoozing } | undefined {
  const [, id, typed] = /^([\w-]{1,40})\.(\w{1,5})$/.exec(value) ?? [];
  const snooze = [...SNOOZES, 'wake' as const].find((one) => String(one) === typed);
  return id === undefined || snooze === undefined ? undefined : { id, snooze };
}
