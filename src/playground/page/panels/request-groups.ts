import type { LoggedRequest } from '../contract.ts';

/** What one deed of a person set going, the requests in their order. */
export interface HappeningGroup {
  /** The id of its first request. */
  readonly id: number;
  /** The request by which Slack told the bot of the deed; none for what came before any. */
  readonly deed: LoggedRequest | undefined;
  readonly happenings: readonly LoggedRequest[];
  readonly problems: number;
}

/** Groups by what a person did, newest group first. What the bot does later by itself is with the last deed. */
export function groupHappenings(happenings: readonly LoggedRequest[]): HappeningGroup[] {
  const groups: LoggedRequest[][] = [];
  for (const happening of [...happenings].sort(byTime)) {
    const group = groups.at(-1);
    if (group === undefined || isDeed(happening)) groups.push([happening]);
    else group.push(happening);
  }
  return groups.toReversed().map((group) => ({
    id: group[0]?.id ?? 0,
    deed: group.find(isDeed),
    happenings: group,
    problems: group.filter(({ isProblem }) => isProblem).length,
  }));
}

/** By their beginning: a request within another one ends first. The clock may jump, so only near ones are swapped. */
function byTime(a: LoggedRequest, b: LoggedRequest): number {
  const difference = Date.parse(a.at) - Date.parse(b.at);
  return Math.abs(difference) > 60_000 || difference === 0 ? a.id - b.id : difference;
}

function isDeed({ from, to }: LoggedRequest): boolean {
  return from === 'slack' && to === 'bot';
}
