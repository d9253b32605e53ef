import type { Check } from '../../src/domain/incidents/detect.ts';
import type { LifeEvent } from '../../src/domain/incidents/events.ts';
import { type Evidence, evidenceOf } from '../../src/domain/incidents/evidence.ts';
import type { FindingKind } from '../../src/domain/incidents/findings.ts';
import type { IncidentSubject } from '../../src/domain/incidents/subject.ts';
import { updateEvidence } from '../../src/features/incidents/incident/evidence.ts';
import { incidentTranslations } from '../../src/features/incidents/locales/index.ts';
import type { Language } from '../../src/i18n/index.ts';
import { createChannelFormatter } from '../../src/slack/blocks/format.ts';
import type { Incident, IncidentEvidence } from '../../src/store/incidents/incident.ts';
import { checkOf, unreachableAt, usualWith, wellCounts } from './incidents.ts';
import { at } from './messages.ts';

export const languages: Language[] = ['en', 'es'];
export const zone = 'America/Santiago';
export const now = at('15:40:00');
const hostile = '<!channel> <@U1> `x` *b* \u202Eevil +56 9 8765 4321 =SUM(1)\nline'.repeat(3);
export const ana = { id: 'U1', name: 'ana' };

/** Options of a channel's language. */
export function optionsFor(language: Language) {
  const t = incidentTranslations(language);
  return { t, format: createChannelFormatter(t, zone, now) };
}

const finding = (kind: FindingKind, share = 0.64, usual = 0.06) =>
  ({ kind, share, of: 412.5, usual, basis: 'observed', isOfMost: share > 0.5 }) as const;

/** Accumulated evidence since 15:05: `hits` of `of` messages, with `usualHits` expected. */
const addedUp = (kind: FindingKind, hits: number, of: number, usualHits: number, perYear = 0.004) =>
  ({
    ...finding(kind, hits / of, usualHits / of),
    of,
    evidence: { sinceMs: at('15:05:00').getTime(), hits, of, usualHits, perYear },
  }) as const;

export const found: Evidence = {
  readAt: at('15:15:00'),
  findings: [finding('waiting'), finding('late', 0.5, 0.08)],
  owner: 'operator',
  baseline: { weeks: 4, basis: 'observed' },
  operators: [],
  platform: { login: true, report: true },
};

const affected = (count: number, failed = 0, missing = 0) => ({
  affected: { count, failed, missing, quarters: [] },
});
export const evidence: IncidentEvidence = { ...found, ...affected(1_234.4), worst: found };
const beganAt = at('15:00:00');
const entel: IncidentSubject = { of: 'operator', operator: 'Entel' };

/** The evidence after more checks of Entel or another subject. */
function after(
  before: IncidentEvidence,
  checks: readonly Check[],
  subject: IncidentSubject = entel,
): IncidentEvidence {
  return checks.reduce(
    (known, check) => updateEvidence(known, { check, subject, beganAt, now: evidenceOf(check, subject) }),
    before,
  );
}
const wellAt = (...times: string[]) =>
  times.map((time) => checkOf([['Entel', wellCounts(900), usualWith()]], { at: at(time) }));
const quietAt = (...times: string[]) =>
  times.map((time) => checkOf([['Entel', wellCounts(9), usualWith({ lowestRecent: 20 })]], { at: at(time) }));

type LifeWithoutTarget = LifeEvent extends infer E
  ? E extends LifeEvent
    ? Omit<E, 'number' | 'at'>
    : never
  : never;

/** An incident of Entel since 15:00, with changes and later events. */
export function testIncident(
  changes: Partial<Incident> = {},
  life: readonly LifeWithoutTarget[] = [],
): Incident {
  const began: LifeWithoutTarget = { kind: 'began', verdict: 'down' };
  const events = [began, ...life].map(
    (event, index) =>
      ({
        ...event,
        number: index + 1,
        at: isEnd(event) ? at('15:35:00') : new Date(at('15:05:00').getTime() + index * 180_000),
      }) as LifeEvent,
  );
  return {
    id: '81dea342-73b4-4d79-998b-b5aa13459ff6',
    sensitivity: 'normal',
    subject: entel,
    verdict: 'down',
    beganAt,
    revision: events.length,
    evidence,
    events,
    ...changes,
  };
}

const isEnd = ({ kind }: LifeWithoutTarget) =>
  kind === 'ended' || kind === 'lost_sight' || kind === 'unchecked' || kind === 'unwatched';
export const ended = { endedAt: at('15:35:00') };
export const recoveredEvidence = after(evidence, wellAt('15:25:00', '15:30:00', '15:35:00'));
const unreachable: IncidentEvidence = {
  findings: [],
  operators: [],
  platform: { login: false, report: false },
};
const ofAll = { subject: { of: 'all' } } as const;
/** An incident of all operators that has narrowed to one. */
const narrowed: IncidentEvidence = {
  ...evidence,
  worst: { ...found, operators: ['Entel', 'Movistar', 'Claro'] },
  operators: ['Movistar'],
  judged: 5,
  apart: { since: at('15:20:00'), checks: 2, bad: [] },
};
const ofPlatform = { subject: { of: 'platform' }, verdict: 'platform_unreachable' } as const;

export const scenes: Record<string, Incident> = {
  down: testIncident(),
  handled: testIncident({}, [
    { kind: 'acknowledged', by: ana },
    { kind: 'snoozed', by: { id: 'U2', name: 'bea' }, until: at('16:00:00') },
  ]),
  resolved: testIncident({}, [{ kind: 'resolved', by: ana }]),
  recovering: testIncident({ evidence: after(evidence, wellAt('15:20:00')) }),
  unseen: testIncident({
    evidence: after(
      evidence,
      ['15:20:00', '15:25:00'].map((time) => unreachableAt(at(time))),
    ),
  }),
  'too-few': testIncident({ evidence: after(evidence, [...wellAt('15:20:00'), ...quietAt('15:25:00')]) }),
  recovered: testIncident({ ...ended, evidence: recoveredEvidence }, [
    { kind: 'acknowledged', by: ana },
    { kind: 'ended' },
  ]),
  'lost-sight': testIncident(
    { ...ended, verdict: 'degraded', evidence: after(evidence, quietAt('15:20:00', '15:25:00')) },
    [{ kind: 'snoozed', by: ana }, { kind: 'lost_sight' }],
  ),
  unchecked: testIncident({ ...ended, evidence: { ...evidence, unseenSince: at('15:15:00') } }, [
    { kind: 'unchecked' },
  ]),
  unwatched: testIncident(ended, [{ kind: 'unwatched' }]),
  all: testIncident({
    subject: { of: 'all' },
    verdict: 'degraded',
    evidence: {
      ...evidence,
      findings: [finding('slow_hand_over', 0.4, 0.01)],
      owner: 'platform',
      operators: ['Entel', 'Movistar', null],
      judged: 5,
      ...affected(1),
    },
  }),
  everyone: testIncident({
    ...ofAll,
    evidence: { ...evidence, operators: ['Entel', 'Movistar'], judged: 2 },
  }),
  several: testIncident({
    ...ofAll,
    evidence: { ...evidence, operators: ['Entel', 'Movistar', 'Claro', null], judged: 5 },
  }),
  narrowed: testIncident({ ...ofAll, evidence: narrowed }, [{ kind: 'resolved', by: ana }]),
  'narrowed-over': testIncident(
    { ...ofAll, ...ended, evidence: { ...narrowed, wellSince: at('15:20:00') } },
    [{ kind: 'resolved', by: ana }, { kind: 'ended' }],
  ),
  'first-seen': testIncident({ evidence: { ...evidence, isFirstSeen: true } }),
  worse: testIncident({ verdict: 'degraded', evidence: { ...evidence, verdict: 'down' } }),
  platform: testIncident({ ...ofPlatform, evidence: unreachable }),
  'platform-not-accepting': testIncident({
    ...ofPlatform,
    evidence: { ...unreachable, failure: 'wrong_credentials' },
  }),
  'platform-not-allowing': testIncident({
    ...ofPlatform,
    evidence: { ...unreachable, platform: { login: true, report: false }, failure: 'not_allowed' },
  }),
  'platform-refuses': testIncident({
    ...ofPlatform,
    evidence: { ...unreachable, platform: { login: true, report: false }, refusal: 'rate_limited' },
  }),
  'platform-recovering': testIncident({
    ...ofPlatform,
    evidence: after(unreachable, wellAt('15:25:00', '15:30:00'), ofPlatform.subject),
  }),
  'platform-recovered': testIncident(
    {
      ...ofPlatform,
      ...ended,
      evidence: after(unreachable, wellAt('15:25:00', '15:30:00', '15:35:00'), ofPlatform.subject),
    },
    [{ kind: 'ended' }],
  ),
  many: testIncident({
    subject: { of: 'all' },
    evidence: {
      ...evidence,
      operators: Array.from({ length: 300 }, (_, n) => `A route with a long name ${n}`),
    },
  }),
  silent: testIncident({
    verdict: 'silent',
    evidence: {
      ...found,
      findings: [finding('silence', 0.01, 1)],
      owner: undefined,
      ...affected(0.3),
      baseline: { weeks: 1, basis: 'reconstructed' },
    },
  }),
  'added-up': testIncident({ evidence: { ...evidence, findings: [addedUp('waiting', 14, 17, 1.2)] } }),
  'added-up-failures': testIncident({
    verdict: 'degraded',
    evidence: {
      ...evidence,
      findings: [addedUp('failures', 41.4, 618, 15.3, 0.3)],
      owner: undefined,
      ...affected(22, 22),
    },
  }),
  'added-up-and-found': testIncident({
    evidence: {
      ...evidence,
      findings: [{ ...finding('waiting'), evidence: addedUp('waiting', 1_204, 1_900, 114).evidence }],
    },
  }),
  'added-up-silent': testIncident({
    verdict: 'silent',
    evidence: {
      ...evidence,
      findings: [addedUp('silence', 0, 31, 31, 12)],
      owner: undefined,
      ...affected(0, 0, 31.4),
    },
  }),
  'added-up-and-over': testIncident(
    {
      ...ended,
      evidence: {
        ...recoveredEvidence,
        worst: { ...found, findings: [addedUp('late', 1, 1, 0)], operators: [] },
      },
    },
    [{ kind: 'ended' }],
  ),
  'clock-off': testIncident({
    verdict: 'clock_off',
    evidence: { ...evidence, findings: [finding('clock_off', 0.99, 0)], owner: undefined },
  }),
  hostile: testIncident({ subject: { of: 'operator', operator: hostile } }, [
    { kind: 'acknowledged', by: { id: 'U3', name: hostile } },
  ]),
  'unknown-route': testIncident({ subject: { of: 'operator', operator: undefined } }),
};
