import { SENSITIVITY_WORDS } from '../../domain/command-words.ts';
import type { BlindSpot } from '../../domain/detection/baseline.ts';
import { CHECK_INTERVAL_MS, pauseMsAfter } from '../../domain/detection/check-pace.ts';
import { MOST_FALSE_ALARMS } from '../../domain/detection/findings.ts';
import type { Watching } from '../../domain/detection/incident.ts';
import { withClosest } from '../../domain/spelling.ts';
import type { Advice } from '../../i18n/index.ts';
import {
  blindSpotTexts,
  pausedView,
  rowBlocks,
  settingsView,
  settingTitle,
} from '../../posting/channels/list-view.ts';
import { isChannelName, LANGUAGE_WORDS } from '../../posting/channels/settings-input.ts';
import { adviceView, echo } from '../../slack/blocks/advice-view.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  type ListPage,
  line,
  mentionPiece,
  menu,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { createChannelFormatter, type Formatter } from '../../slack/blocks/format.ts';
import { suggestionButtons } from '../../slack/listeners/typed-command.ts';
import type { Watch } from '../../store/channels/watches.ts';
import type { WatchProblem } from './input.ts';
import { type IncidentTranslations, incidentTranslations } from './locales/index.ts';
import { mentionChoices, NOTIFY_WORDS, type NotifyOptions } from './notify.ts';

export interface WatchViewOptions {
  readonly t: IncidentTranslations;
  readonly format: Formatter;
  readonly lastCheck?: Pick<Watching, 'state' | 'checkedAt' | 'tookMs' | 'failing'> | undefined;
  readonly blindSpots?: readonly BlindSpot[];
  /** For each channel, the onset of an incident with a message that Slack may not have accepted. */
  readonly perhapsMissing?: ReadonlyMap<string, Date>;
}

export function watchesView(
  watches: readonly Watch[],
  page: ListPage,
  options: WatchViewOptions,
  { channel: here }: { readonly channel: string | undefined },
): View {
  const { t, format } = options;
  const say = t.incident.watch;
  const canAdd = here !== undefined && !watches.some((watch) => watch.channel === here);
  const content = {
    kind: 'watch',
    title: say.title(format.number(watches.length)),
    none: { advice: say.none, example: say.help.examples[canAdd ? 0 : 1]?.[0] },
    foot: foot(watches, options),
    add: [
      ...(canAdd ? [button('watch.add', say.buttons.add, 'new')] : []),
      button('watch.elsewhere', say.buttons.elsewhere, 'new'),
    ],
    row: (watch: Watch, at: number) => watchBlocks(watch, at, options),
  } as const;
  return settingsView(watches, page, content, t);
}

export function watchView(watch: Watch, sentence: string, options: WatchViewOptions & NotifyOptions): View {
  const { findings, incident } = options.t;
  const { whatHappens, expect } = incident.watch;
  const alarms = findings.evidence.falseAlarms(MOST_FALSE_ALARMS[watch.sensitivity]);
  return view(
    richText(line(bold(sentence)), line(whatHappens), line(expect(alarms)), ...notifyLines(watch, options)),
    notifyActions(watch, options),
    ...watchBlocks(watch, 0, options),
    contextBlock(...foot([watch], options)),
  );
}

function notifyLines({ mention, tellsEnd }: Watch, { t }: WatchViewOptions) {
  const say = t.incident.watch.notify;
  if (mention) return [line(tellsEnd ? say.twice : say.once, mentionPiece(mention))];
  return [line(bold(say.none), ...(tellsEnd ? [` ${say.tellsEnd}`] : []))];
}

function notifyActions(watch: Watch, options: NotifyOptions): ViewBlock {
  const { number, tellsEnd } = watch;
  const { choose, end } = options.t.incident.watch.notify;
  const choices = mentionChoices(watch, options);
  const other = tellsEnd ? 'thread' : 'channel';
  return actions(
    'watch.notify',
    menu(
      'watch.mention',
      choose,
      choices.map(({ value, label }) => ({ value: `${number}.${value}`, label })),
    ),
    button('watch.end', end[other], `${number}.${other}`),
  );
}

export function addedSentence(watch: Watch, before: Watch | undefined, t: IncidentTranslations): string {
  const { added, there, nowSensitivity, nowReads, goesOn } = t.incident.watch;
  const { sensitivities } = t.findings;
  if (!before) return added;
  const [now, then] = [sensitivities[watch.sensitivity], sensitivities[before.sensitivity]];
  return [
    there,
    ...(now === then ? [] : [nowSensitivity(now, then)]),
    ...(watch.language === before.language && watch.zone === before.zone
      ? []
      : [nowReads(t.channels.languages[watch.language], watch.zone)]),
    ...(before.state === 'paused' ? [goesOn] : []),
  ].join(' ');
}

export function pausedWatchView(watch: Watch): View {
  const t = incidentTranslations(watch.language);
  const { pausedNotice: sentence } = t.incident.watch;
  return pausedView(watch, { kind: 'watch', title: settingTitle(watch), sentence }, t);
}

/** Tells the owner that the message of an incident may not have been posted. */
export function missingView(watch: Watch, beganAt: Date, now: Date): View {
  const t = incidentTranslations(watch.language);
  const { sentence, nextStep } = t.incident.watch.missing;
  const when = createChannelFormatter(t, watch.zone, now).moment(beganAt);
  return view(richText(line(bold(sentence(when))), line(...settingTitle(watch)), line(nextStep)));
}

function foot(watches: readonly Watch[], options: WatchViewOptions): string[] {
  const { t, format, lastCheck, blindSpots = [] } = options;
  const say = t.incident.watch;
  if (watches.every(({ state }) => state === 'paused'))
    return [say.noneActive(lastCheck && format.moment(lastCheck.checkedAt))];
  const unseen = blindSpotTexts(blindSpots, options);
  if (!lastCheck) return [say.noCheckYet, ...unseen];
  if (lastCheck.failing) return [say.failing(format.since(lastCheck.failing.since)), ...unseen];
  const pauseMs = pauseMsAfter(lastCheck);
  const pause = format.duration(pauseMs / 1000);
  const checkedAt = format.moment(lastCheck.checkedAt);
  const reading = format.duration(Math.ceil(lastCheck.tookMs / 1000));
  // `tookMs` is 0 after a quick failure, because its duration is not stored.
  const failedAfter = lastCheck.tookMs > 0 ? reading : undefined;
  const wasUnread = lastCheck.state.subjects.some(
    ({ subject, last }) => subject.of === 'platform' && last === 'platform_unreachable',
  );
  return [
    wasUnread ? say.lastFailed(checkedAt, pause, failedAfter) : say.lastCheck(checkedAt, pause, reading),
    ...(pauseMs > CHECK_INTERVAL_MS ? [say.isSlow(pause)] : []),
    ...unseen,
  ];
}

function watchBlocks(watch: Watch, page: number, options: WatchViewOptions): ViewBlock[] {
  const { sensitivity, language, zone, watcher: owner, mention } = watch;
  const { t, format, perhapsMissing } = options;
  const { active, ...say } = t.incident.watch;
  const settings = say.row(t.findings.sensitivities[sensitivity], t.channels.languages[language], zone);
  const mentioned = mention ? [' · ', mentionPiece(mention)] : [];
  const missing = perhapsMissing?.get(watch.channel);
  const more = missing && { more: say.perhapsMissing(format.moment(missing)) };
  const title = settingTitle(watch, ...mentioned);
  return rowBlocks(watch, page, { kind: 'watch', title, settings, active, owner, ...more }, options);
}

export function watchProblemView(
  problem: WatchProblem,
  t: IncidentTranslations,
  { typed, seal }: { readonly typed: string; readonly seal: (text: string) => string },
): View {
  const isAboutUnwatch = ['which', 'which_one'].includes(problem.problem);
  const list = { label: t.suggestions.list, text: 'watches' };
  const help = { label: t.suggestions.help, text: 'watch help' };
  const wrong = !isAboutUnwatch && 'text' in problem ? problem.text : undefined;
  const known = [...SENSITIVITY_WORDS, ...LANGUAGE_WORDS, ...NOTIFY_WORDS];
  const meant = wrong === undefined ? undefined : withClosest(typed, wrong, known);
  const suggestions = [
    ...(meant === undefined ? [] : [{ label: echo(meant), text: meant }]),
    ...(wrong === undefined
      ? []
      : [{ label: t.suggestions.leaveOut, text: typed.replace(wrong, '').trim() }]),
    ...(isAboutUnwatch ? [list] : [help]),
  ];
  return adviceView(adviceFor(problem, t), t, undefined, suggestionButtons(suggestions, seal));
}

function adviceFor(problem: WatchProblem, t: IncidentTranslations): Advice {
  const { watch } = t.incident;
  const text = 'text' in problem ? problem.text : '';
  const name = echo(text);
  const notUnderstood = watch.notUnderstood(name);
  const advice: Readonly<Record<WatchProblem['problem'], Advice>> = {
    not_understood: text.startsWith('@') ? watch.notify.notFound(name) : notUnderstood,
    channel_name: watch.channelName(name),
    which: {
      ...(isChannelName(text) ? watch.channelName(name) : notUnderstood),
      nextStep: watch.whichOne.nextStep,
    },
    zone: t.channels.badZone(name),
    twice: watch.twice(name),
    no_channel: watch.noChannel,
    which_one: watch.whichOne,
  };
  return advice[problem.problem];
}
