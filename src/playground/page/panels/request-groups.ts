import type { LoggedRequest } from '../contract.ts';

/** What one action of a person set going, the requests in their order. */
export interface RequestGroup {
  /** The id of its first request. */
  readonly id: number;
  /** The request by which Slack told the bot of the action; none for what came before any. */
  readonly trigger: LoggedRequest | undefined;
  readonly requests: readonly LoggedRequest[];
  readonly problems: number;
}

/** Groups by what a person did, newest group first. What the bot does later by itself is with the last action. */
export function groupRequests(requests: readonly LoggedRequest[]): RequestGroup[] {
  const groups: LoggedRequest[][] = [];
  for (const request of [...requests].sort(byTime)) {
    const group = groups.at(-1);
    if (group === undefined || isTrigger(request)) groups.push([request]);
    else group.push(request);
  }
  return groups.toReversed().map((group) => ({
    id: group[0]?.id ?? 0,
    trigger: group.find(isTrigger),
    requests: group,
    problems: group.filter(({ isProblem }) => isProblem).length,
  }));
}

/** By their beginning: a request within another one ends first. The clock may jump, so only near ones are swapped. */
function byTime(a: LoggedRequest, b: LoggedRequest): number {
  const difference = Date.parse(a.at) - Date.parse(b.at);
  return Math.abs(difference) > 60_000 || difference === 0 ? a.id - b.id : difference;
}

function isTrigger({ from, to }: LoggedRequest): boolean {
  return from === 'slack' && to === 'bot';
}
