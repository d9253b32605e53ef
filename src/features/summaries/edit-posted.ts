import type { Again } from '../../jobs/index.ts';
import type { Place, Post } from '../../posting/post.ts';
import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { isChannelUnavailable, isMessageGone, isTransient, type SlackError } from '../../slack/errors.ts';

/** Those that Slack put off come back apart, and not before the end of the pause it asked for. */
const CHANGE_AGAIN_MS = { least: 30_000, most: 2 * MINUTE_MS };
/** An archived channel may be brought back, and a bot invited again. */
export const CLOSED_AGAIN_MS = 6 * HOUR_MS;

/** Changes a message that stands, begun at `at`. `gone`: it never can be again; `again`: when it may; else Slack's refusal. */
export async function editPosted(
  place: Place,
  { view, at }: { readonly view: View; readonly at: Date },
  { post }: { readonly post: Pick<Post, 'change'> },
): Promise<'done' | 'gone' | Again | SlackError> {
  const refusal = await post.change(place, view);
  if (!refusal) return 'done';
  const { refused, retryAfterMs = 0 } = refusal;
  if (isMessageGone(refused)) return 'gone';
  const { least, most } = CHANGE_AGAIN_MS;
  if (isChannelUnavailable(refused)) return { again: new Date(at.getTime() + CLOSED_AGAIN_MS) };
  if (!isTransient(refused)) return refusal;
  const soonestMs = at.getTime() + Math.max(least, retryAfterMs);
  return { again: new Date(soonestMs + Math.random() * (most - least)) };
}
