import type { TroubleEnd } from '../../../domain/detection/operator-trouble.ts';
import { answerLines } from '../../../slack/blocks/advice-view.ts';
import {
  actions,
  button,
  contextBlock,
  line,
  richText,
  type View,
  view,
} from '../../../slack/blocks/blocks.ts';
import type { StatusTranslations, StatusView } from '../locales/index.ts';
import type { ShownTrouble } from '../surroundings.ts';
import { operatorShown } from '../trouble-text.ts';

/** Longest name of an operator in a button’s value; a longer one stands for all operators. */
const LONGEST_OPERATOR = 1_000;

/** A button to follow the trouble’s incident; none if there is no incident, or it has ended. */
export function followButton(trouble: ShownTrouble | undefined, { t }: StatusView) {
  if (trouble?.incident === undefined || trouble.to) return [];
  const { incident, operator = '' } = trouble;
  const name = operator.length > LONGEST_OPERATOR ? '' : operator;
  return [button('status.follow', t.follow.button, followValue(incident, name))];
}

function followValue(incident: string, operator = ''): string {
  return `${incident} ${operator}`;
}

export function openFollowValue(value: string): { incident: string; operator: string | undefined } {
  const [incident = '', ...words] = value.split(' ');
  return { incident, operator: words.join(' ') || undefined };
}

export function followStartedView(
  incident: string,
  operator: string | undefined,
  { follow }: StatusTranslations,
): View {
  return view(
    richText(line(follow.started(operatorShown(operator)))),
    actions('status.follow', button('status.follow.stop', follow.stop, followValue(incident, operator))),
  );
}

/** The direct message at the end of an incident. */
export function followEndView(operator: string | undefined, end: TroubleEnd, options: StatusView): View {
  const { t, format } = options;
  const { follow, status } = t;
  const name = operatorShown(operator);
  const { from, to, isRepeated, isRecovered } = end;
  const isOneDay = format.day(from) === format.day(to);
  const lines = isRecovered
    ? {
        sign: 'white_check_mark',
        verdict: follow.over(name, format.hours(from, to)),
        say: follow.say(format.moment(from), isOneDay ? format.clock(to) : format.moment(to), {
          isOneDay,
          isRepeated,
        }),
        act: follow.act,
      }
    : {
        sign: 'warning',
        verdict: follow.closed(name, format.moment(to)),
        say: status.say.unclear,
        act: status.act.check,
      };
  return view(answerLines(lines, t), contextBlock(t.answer.timesIn(format.timeZone)));
}
