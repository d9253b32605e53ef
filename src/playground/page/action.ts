import type { UserActionProblem, UserActionResult } from './contract.ts';

/** Why an act did not do what it should; `unreachable` is the playground itself. */
export type Trouble = UserActionProblem | { readonly code: 'unreachable' };

/** What kept an act from being done, if anything did; never rejects. */
export async function troubleOf(sent: Promise<UserActionResult>): Promise<Trouble | undefined> {
  try {
    const result = await sent;
    return result.ok ? undefined : result.problem;
  } catch {
    return { code: 'unreachable' };
  }
}

/** The sentence for a trouble. */
export function troubleText(
  trouble: Trouble,
  words: { unanswered: string; unreachable: string; impossible: (detail: string) => string },
): string {
  return trouble.code === 'impossible' ? words.impossible(trouble.detail) : words[trouble.code];
}
