import { BASELINE_WEEKS, type Watched } from '../../domain/incident.ts';
import { channel, context, emoji, line, richText, type ViewBlock } from '../../slack/blocks.ts';
import { operatorName } from '../../slack/charts.ts';
import { doubtNotices, manyOperatorsNotice, noticeBlock } from '../../slack/notices.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import type { Words } from '../../slack/words/index.ts';
import { nameOf } from './incident-lines.ts';
import type { CheckModel, NotNewer, ShownIncident } from './model.ts';

type Read = NonNullable<CheckModel['reading']>;

/** How old the figures are, and what is to be known of them before they are believed. */
export function readingBlocks(model: CheckModel, options: ViewOptions): ViewBlock[] {
  const { reading, doubts, notNewer, areUntold } = model;
  const { words, formats } = options;
  const { check } = words;
  if (!reading) return [context(check.title)];
  const age = ageOf(reading, model, options);
  const notices = doubts ? doubtNotices({ ...doubts, isStale: false }, reading.readAt, options) : [];
  if (reading.isStale) notices.push(check.stale(age));
  if (areUntold) notices.push(manyOperatorsNotice(options));
  if (notNewer) notices.push(notNewerNotice(notNewer, age, options));
  return [
    context(`${check.title} · ${check.asOf(formats.since(reading.readAt), age)}`),
    ...notices.map(noticeBlock),
  ];
}

/** Read after the question, they are not older than that. */
export function ageOf(
  { readAt }: Read,
  { at }: Pick<CheckModel, 'at'>,
  { formats }: Pick<ViewOptions, 'formats'>,
) {
  return formats.duration(Math.max(0, at.getTime() - readAt.getTime()) / 1000);
}

function notNewerNotice(notNewer: NotNewer, age: string, { words, formats }: ViewOptions): string {
  const { check, failures } = words;
  if (notNewer === 'just_read') return check.justRead(age);
  const { code, retryAfterMs } = notNewer;
  const { sentence, nextStep } = failures[code];
  const wait = retryAfterMs === undefined ? undefined : formats.duration(Math.ceil(retryAfterMs / 1000));
  return check.nothingNewer(`${sentence} ${wait === undefined ? nextStep : failures.waitFor(wait)}`, age);
}

/** What the figures were compared with. */
export function usualBlocks({ usual }: CheckModel, { words }: ViewOptions): ViewBlock[] {
  const { check } = words;
  if (!usual.basis) return [];
  const parts = [check.usualFrom(usual.weeks, usual.basis === 'reconstructed', usual.hasFailures)];
  if (usual.isReading) parts.push(check.usualComing);
  if (usual.unread > 0 && usual.weeks < BASELINE_WEEKS) parts.push(check.usualUnread(usual.unread));
  return [context(parts.join(' · '))];
}

/** What people have done with the incidents that go on, and in which channel that is to be seen. */
export function incidentBlocks({ incidents }: CheckModel, options: ViewOptions): ViewBlock[] {
  // Of one sensitivity there is one incident for one trouble; of several it would seem to be told twice.
  const areSeveral = new Set(incidents.map(({ sensitivity }) => sensitivity)).size > 1;
  const lines = incidents.map((incident) =>
    line(
      emoji(incident.snoozed ? 'zzz' : 'clipboard'),
      ` ${incidentText(incident, options, areSeveral)} · ${options.words.check.incident.in} `,
      channel(incident.channel),
    ),
  );
  return lines.length > 0 ? [richText(...lines)] : [];
}

function incidentText(
  { whose, beganAt, sensitivity, isRecovering, acknowledged, snoozed, resolved }: ShownIncident,
  { words, formats }: ViewOptions,
  namesSensitivity: boolean,
): string {
  const say = words.check.incident;
  const done: string[] = [];
  if (acknowledged) done.push(say.acknowledged(nameOf(acknowledged.by.name)));
  if (snoozed) done.push(say.snoozed(snoozed.until && formats.since(snoozed.until), nameOf(snoozed.by.name)));
  if (resolved) done.push(say.resolved(nameOf(resolved.by.name)));
  return [
    say.open(subjectName(whose, words), formats.since(beganAt)),
    ...(isRecovering ? [say.recovering] : []),
    ...(done.length > 0 ? done : [say.unhandled]),
    ...(namesSensitivity ? [words.incident.notes.sensitivity(sensitivity)] : []),
  ].join(' · ');
}

function subjectName(whose: Watched, words: Words): string {
  if (whose.of === 'platform') return words.check.thePlatform;
  return whose.of === 'all' ? words.check.everything : operatorName(whose.operator, { words });
}
