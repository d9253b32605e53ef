import type { InputBlock, KnownBlock } from '@slack/types';
import { severityOf } from '../../domain/detection/verdict.ts';
import { maskMsisdn } from '../../domain/messages/redaction.ts';
import { parsePeriod } from '../../domain/time/period.ts';
import { blindSpotTexts } from '../../posting/channels/list-view.ts';
import { pausedPieces } from '../../posting/channels/unavailable-channel.ts';
import { HALF_HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import { helpLines } from '../../slack/blocks/advice-view.ts';
import {
  actions,
  bold,
  button,
  channel,
  contextBlock,
  divider,
  emoji,
  line,
  type Piece,
  primary,
  richText,
  textObject,
} from '../../slack/blocks/blocks.ts';
import { capitalized } from '../../slack/blocks/format.ts';
import { headlineOf, headlineText, openIncidentLine, signFor, signOf } from '../../slack/blocks/headline.ts';
import { displayName } from '../../slack/blocks/text.ts';
import { periodLabel, senderName } from '../../slack/blocks/view-options.ts';
import { REFRESH_HOME } from '../../slack/listeners/home.ts';
import { MOST_COUNTED } from '../../store/channels/overview.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import type { Watch } from '../../store/channels/watches.ts';
import type { StoredTraffic } from '../../traffic/stored-traffic.ts';
import type { HomeLocalized, HomeTranslations } from './locales/index.ts';
import { operatorBlocks } from './operators-view.ts';
import type { HomeLookup, HomeModel } from './overview.ts';

export interface HomeViewOptions extends HomeLocalized {
  readonly senders: ReadonlyMap<string, string>;
  readonly supportContact?: string | undefined;
}

export const NUMBER_FIELD = 'home.number';
const LONGEST_NUMBER = 200;

export function homeView(model: HomeModel, note: string | undefined, options: HomeViewOptions): KnownBlock[] {
  const { home } = options.t;
  const { traffic, now } = model;
  return [
    ...(note === undefined ? [] : [contextBlock(note)]),
    richText(...verdictLines(model, options)),
    ...incidentBlocks(model, options),
    ...lookUpBlocks(
      options.t,
      button('home.check', home.check, 'home'),
      button('home.report', home.report, 'home'),
    ),
    ...recentBlocks(model.recent, options),
    ...(traffic && traffic !== 'reading' ? [divider(), ...operatorBlocks(traffic, now, options)] : []),
    divider(),
    ...settingsBlocks(model, options),
    divider(),
    ...helpBlocks(options),
    ...preferenceBlocks(model, options),
  ];
}

/** Shown until the database has answered. */
export function interimView(options: HomeViewOptions): KnownBlock[] {
  const { t } = options;
  return [richText(...readingLines(t)), ...lookUpBlocks(t), divider(), ...helpBlocks(options)];
}

function readingLines({ home }: HomeTranslations) {
  return [line(emoji('hourglass'), ' ', bold(home.reading)), line(home.readingHow)];
}

/** These blocks need no database, so Home shows them even if the database fails. */
export function lookUpBlocks(t: HomeTranslations, ...others: ReturnType<typeof button>[]): KnownBlock[] {
  const lookUp = primary(button('home.look_up', t.home.lookUp, 'home'));
  const number: InputBlock = {
    type: 'input',
    block_id: NUMBER_FIELD,
    // Pressing Enter has the same effect as pressing the button.
    dispatch_action: true,
    label: textObject(t.home.number),
    hint: textObject(t.home.numberHint),
    element: {
      type: 'plain_text_input',
      action_id: NUMBER_FIELD,
      max_length: LONGEST_NUMBER,
      dispatch_action_config: { trigger_actions_on: ['on_enter_pressed'] },
    },
  };
  return [number, actions('home.ask', lookUp, ...others)];
}

function verdictLines({ traffic, now, incidents }: HomeModel, { t, format }: HomeViewOptions) {
  const { home } = t;
  if (traffic === 'reading') return readingLines(t);
  if (!traffic) {
    const sign = emoji(signOf('too_little_traffic'));
    return [line(sign, ' ', bold(home.noFigures)), line(home.noFiguresWhy)];
  }
  const { readAt } = traffic;
  const subjects = subjectsOf(traffic);
  const last = headlineText(headlineOf(subjects), t);
  const ageMs = Math.max(0, now.getTime() - readAt.getTime());
  const age = format.duration(Math.floor(ageMs / MINUTE_MS) * 60);
  const lastSeen = line(home.lastSeen(capitalized(format.moment(readAt)), last));
  if (ageMs > HALF_HOUR_MS)
    return [line(emoji('hourglass'), ' ', bold(home.old(age))), lastSeen, line(home.checkNow)];
  const unreachable = incidents.shown.find(
    ({ extent, beganAt, isRecovering, resolved }) =>
      extent.of === 'platform' && !resolved && !isRecovering && readAt < beganAt,
  );
  const headline = headlineOf(
    unreachable
      ? { verdict: 'platform_unreachable', all: undefined, operators: [], unreachable }
      : { ...subjects, incidents: incidents.shown },
  );
  const time = format.since(readAt);
  const asOf = line(ageMs < MINUTE_MS ? home.readNow(time) : home.readAt(time, age));
  return [
    line(emoji(signFor(headline)), ' ', bold(headlineText(headline, t))),
    unreachable ? lastSeen : asOf,
  ];
}

function subjectsOf({ check: { verdict, detections }, operators: known }: StoredTraffic) {
  const [all, ...operators] = detections.map((detection) => {
    const { subject } = detection;
    const own = known.find((one) => subject.of === 'operator' && one.operator === subject.operator);
    return { detection, sendsNoReceipts: own?.sendsReceipts === false };
  });
  operators.sort(({ detection: a }, { detection: b }) => {
    return severityOf(b.verdict) - severityOf(a.verdict) || b.counts.recent - a.counts.recent;
  });
  return { verdict, all, operators };
}

function incidentBlocks({ incidents: { shown, more } }: HomeModel, options: HomeViewOptions): KnownBlock[] {
  if (shown.length === 0) return [];
  const lines = shown.map((incident) => openIncidentLine(incident, options));
  return [richText(...lines, ...(more > 0 ? [line(options.t.home.moreIncidents(more))] : []))];
}

function helpBlocks({ t, supportContact }: HomeViewOptions): KnownBlock[] {
  const contact = supportContact === undefined ? [] : [t.questionsTo(displayName(supportContact))];
  return [richText(...helpLines(t.home.help)), contextBlock(t.home.helpMore, ...contact)];
}

function preferenceBlocks({ preference }: HomeModel, { t, format }: HomeViewOptions): KnownBlock[] {
  const { home, channels } = t;
  const from = (chosen: unknown) => (chosen === undefined ? home.asInSlack : home.chosen);
  const language = `${capitalized(channels.languages[t.locale.startsWith('es') ? 'es' : 'en'])} (${from(preference.language)})`;
  const zone = `${format.timeZone} (${from(preference.timeZone)})`;
  return [
    contextBlock(home.settings(language, zone)),
    actions(
      'home.settings',
      button('home.preferences', home.change, 'home'),
      button(REFRESH_HOME, home.refresh, 'home'),
    ),
  ];
}

function recentBlocks(recent: readonly HomeLookup[], options: HomeLocalized): KnownBlock[] {
  const { home } = options.t;
  if (recent.length === 0) return [];
  return [
    contextBlock(home.recent),
    richText(...recent.map((one) => recentLine(one, options))),
    actions(
      'home.recent',
      ...recent.map(({ sealed, request }, at) =>
        button(`home.recent.${at + 1}`, lookupLabel(request, options), sealed),
      ),
      button('home.forget', home.forget, 'home'),
    ),
  ];
}

/** A look-up with its time and its result: `12:05 ⚠️ +56 9 •••• •678: Stuck at WOM since 11:02`. */
function recentLine({ request, at, result }: HomeLookup, options: HomeLocalized) {
  const label = lookupLabel(request, options);
  const time = capitalized(options.format.moment(at));
  if (!result) return line(`${time} · ${label}`);
  return line(`${time} · `, emoji(result.sign), ` ${label}: ${result.verdict}`);
}

function lookupLabel(request: HomeLookup['request'], options: HomeLocalized): string {
  const { home } = options.t;
  if ('i' in request) return home.byIdentifier;
  const spec = parsePeriod('d' in request ? request.d : request.p);
  const period = spec && !('problem' in spec) ? periodLabel(spec, options) : '';
  if ('d' in request) return home.byReference(period);
  return [maskMsisdn(request.n), period].filter(Boolean).join(' · ');
}

function settingsBlocks(model: HomeModel, options: HomeViewOptions): KnownBlock[] {
  const { subscriptions, watches } = model;
  const { t, format } = options;
  const { home } = t;
  const left = (
    { shown, count }: HomeModel['subscriptions'] | HomeModel['watches'],
    say: (count: string) => string,
  ) => {
    const more = format.number(count - shown.length);
    if (count <= shown.length) return [];
    return [line(say(count < MOST_COUNTED ? more : home.over(more)))];
  };
  return [
    richText(
      line(bold(home.summaries)),
      ...(subscriptions.count === 0 ? [line(home.noSummaries)] : []),
      ...subscriptions.shown.map((one) => line(...subscriptionPieces(one, options))),
      ...left(subscriptions, home.moreSummaries),
    ),
    richText(
      line(bold(home.watches)),
      ...(watches.count === 0 ? [line(home.noWatches)] : []),
      ...watches.shown.map((one) => line(...watchPieces(one, model, options))),
      ...left(watches, home.moreWatches),
      ...blindSpotTexts(model.blindSpots, options).map((text) => line(text)),
    ),
  ];
}

function subscriptionPieces(subscription: Subscription, options: HomeViewOptions): Piece[] {
  const { channel: id, sender, state, lastPost, nextDueAt } = subscription;
  const { t, format, senders } = options;
  const of = sender === undefined ? [] : [` · ${senderName(sender, senders)}`];
  if (state === 'paused') return [channel(id), ...of, ' · ', ...pausedPieces(subscription, options)];
  const day = lastPost && format.days(lastPost.day, lastPost.day);
  const last = day === undefined ? t.home.noSummaryYet : t.home.lastSummary(day);
  return [channel(id), ...of, ` · ${last} · ${t.home.next(format.moment(nextDueAt))}`];
}

function watchPieces(watch: Watch, { checks }: HomeModel, options: HomeViewOptions): Piece[] {
  const { t, format } = options;
  if (watch.state === 'paused') return [channel(watch.channel), ' · ', ...pausedPieces(watch, options)];
  const last = checks.get(watch.sensitivity);
  const said = last
    ? [t.home.checked(format.moment(last.at)), t.home.nextAbout(format.clock(last.nextAt))]
    : [t.home.notChecked];
  return [channel(watch.channel), ` · ${said.join(' · ')}`];
}
