import { doesLead } from '../../domain/detection/operator-trouble.ts';
import type { TracedMessage } from '../../domain/messages/status-verdict.ts';
import type { AnswerLines } from '../../slack/blocks/advice-view.ts';
import { channel, emoji, line } from '../../slack/blocks/blocks.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import { OUTCOME_EMOJI } from '../../slack/blocks/timeline.ts';
import type { StatusView } from './locales/index.ts';
import type { ShownTrouble } from './surroundings.ts';

const LONGEST_OPERATOR = 30;

/** The name of an operator as shown; `undefined` without one. */
export function operatorShown(name: string | undefined): string | undefined {
  return sanitize(name ?? '', LONGEST_OPERATOR) || undefined;
}

/** The answer's first lines if the trouble decides it; `undefined` if the message's own state does. */
export function leadingTroubleLines(
  trouble: ShownTrouble,
  newest: TracedMessage,
  options: StatusView,
): AnswerLines | undefined {
  if (!doesLead(trouble, newest)) return undefined;
  const { t, format, isShared } = options;
  const { trouble: says, say, act } = t.status;
  const { effect, from, to, checkedAt, channels } = trouble;
  const operator = operatorShown(trouble.operator);
  const isFailing = effect === 'failing' || effect === 'partly_failing';
  const isDown = effect === 'down' || effect === 'perhaps_down' || effect === 'failing';
  if (to) {
    const isFailed = newest.timeline.outcome === 'failed';
    const verdict = says.during(
      operator,
      effect === 'down' || effect === 'failing',
      timesOf(from, to, options),
      isFailed,
    );
    const sign = isFailed ? OUTCOME_EMOJI.failed : 'warning';
    return { sign, verdict, say: say.operatorTroubleThen, act: act.resend };
  }
  const sign = isDown ? 'red_circle' : 'large_orange_circle';
  if (checkedAt) {
    const verdict = says.checked(operator ?? '', isDown, format.since(checkedAt));
    return { sign, verdict, say: say.operatorMayHaveTrouble, act: act.check };
  }
  const [first] = channels;
  return {
    sign,
    verdict: says.since[effect](operator, sinceText(trouble, options)),
    say: say.troubleSince[isFailing ? 'failing' : 'trouble'](format.moment(from)),
    // A shared answer and a workflow have no buttons, and may have readers who cannot open the channel.
    act: isShared ? act.check : first === undefined ? act.follow : [act.incidentNews, channel(first), '.'],
  };
}

/** One line about a trouble that does not decide the answer, such as `Entel: incident since 18:20 · in #sms`. */
export function troubleLine(trouble: ShownTrouble, options: StatusView) {
  const { t, format, isShared } = options;
  const { trouble: says } = t.status;
  const { from, to, checkedAt, channels, effect } = trouble;
  const operator = operatorShown(trouble.operator);
  const [first] = channels;
  if (checkedAt) return line(says.checked(operator ?? '', effect === 'down', format.since(checkedAt)));
  const text = to
    ? says.incidentDuring(operator, timesOf(from, to, options))
    : says.incidentSince(operator, sinceText(trouble, options));
  const place = first === undefined || isShared ? [] : [says.inChannel, channel(first)];
  return line(emoji('clipboard'), ` ${text}`, ...place);
}

function sinceText({ from, isBefore }: ShownTrouble, { t, format }: StatusView): string {
  const since = format.since(from);
  return isBefore ? t.status.trouble.orEarlier(since) : since;
}

/** Without the day if it is today. */
function timesOf(from: Date, to: Date, { t, format }: StatusView): string {
  const [first, last] = [format.clock(from), format.clock(to)];
  const areToday = [from, to].every((at) => format.moment(at) === `${t.today} ${format.clock(at)}`);
  return areToday ? `${first}–${last}` : format.hours(from, to);
}
