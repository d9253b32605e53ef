import type { Check } from '../../src/domain/detection/detect.ts';
import type { LifeEvent } from '../../src/domain/detection/events.ts';
import type { Evidence } from '../../src/domain/detection/evidence.ts';
import type { FindingKind } from '../../src/domain/detection/findings.ts';
import type { Incident, IncidentEvidence, IncidentSpan } from '../../src/domain/detection/incident.ts';
import { summarizeSpans } from '../../src/domain/detection/incident-evidence.ts';
import { endSpan, updateSpan } from '../../src/domain/detection/spans.ts';
import { incidentTranslations } from '../../src/features/watches/locales/index.ts';
import type { Language } from '../../src/i18n/index.ts';
import { createChannelFormatter } from '../../src/slack/blocks/format.ts';
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

const beganAt = at('15:00:00');
const entel = { of: 'operator', operator: 'Entel' } as const;
const affected = (count: number, failed = 0, missing = 0, mostMissing = missing) => ({
  affected: { count, failed, missing, mostMissing },
});

/** The span of an operator since 15:00, with changes. */
export function testSpan(operator: string | undefined, changes: Partial<IncidentSpan> = {}): IncidentSpan {
  return { subject: { of: 'operator', operator }, verdict: 'down', from: beganAt, latest: found, ...changes };
}
const spansOf = (...operators: (string | undefined)[]) => ({
  operators: operators.map((operator) => operator ?? null),
  spans: operators.map((operator) => testSpan(operator)),
});
const everywhere = testSpan('', { subject: { of: 'all' }, isEverywhere: true });

export const evidence: IncidentEvidence = {
  ...found,
  ...affected(1_234.4),
  worst: found,
  spans: [testSpan('Entel')],
};

/** The evidence after more checks. */
function after(before: IncidentEvidence, checks: readonly Check[]): IncidentEvidence {
  return checks.reduce(
    (known, check) => ({
      ...summarizeSpans(
        known,
        known.spans.map((span) => updateSpan(span, { check })),
        check,
      ),
      affected: known.affected,
    }),
    before,
  );
}
const ofPlatformAfter = (report: boolean): IncidentEvidence => ({
  ...unreachable,
  platform: { login: report, report },
  wellSince: report ? at('15:25:00') : undefined,
});
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
  const incident: Incident = {
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
  const last = life.at(-1);
  if (!last || !isEnd(last)) return incident;
  const spans = incident.evidence.spans.map((span) => (span.to ? span : endSpan(span, at('15:35:00'))));
  return { ...incident, evidence: { ...incident.evidence, findings: [], operators: [], spans } };
}

const isEnd = ({ kind }: LifeWithoutTarget) =>
  kind === 'ended' || kind === 'lost_sight' || kind === 'unchecked' || kind === 'unwatched';
export const ended = { endedAt: at('15:35:00') };
export const recoveredEvidence = after(evidence, wellAt('15:25:00', '15:30:00', '15:35:00'));
const unreachable: IncidentEvidence = {
  spans: [],
  findings: [],
  operators: [],
  platform: { login: false, report: false },
};
const ofAll = { subject: { of: 'all' } } as const;
/** ENTEL recovered while Movistar and Claro began later. */
const overlap: IncidentEvidence = {
  ...evidence,
  operators: ['Movistar', 'Claro'],
  spans: [
    testSpan('Entel', { to: at('15:22:00'), latest: undefined }),
    testSpan('Movistar', { from: at('15:10:00') }),
    testSpan('Claro', { from: at('15:20:00') }),
  ],
};
const waves = [
  testSpan('Entel', { from: at('13:00:00'), to: at('13:10:00') }),
  testSpan('Entel', { from: at('13:30:00'), to: at('13:40:00') }),
  testSpan('Entel', { from: at('14:30:00') }),
];
const relapses = [
  { kind: 'ended' },
  { kind: 'relapsed', verdict: 'down' },
  { kind: 'ended' },
  { kind: 'relapsed', verdict: 'down' },
] as const;
const ofPlatform = { subject: { of: 'platform' }, verdict: 'platform_unreachable' } as const;

export const scenes: Record<string, Incident> = {
  down: testIncident(),
  handled: testIncident({}, [
    { kind: 'acknowledged', by: ana },
    { kind: 'snoozed', by: { id: 'U2', name: 'bea' }, until: at('16:00:00') },
  ]),
  resolved: testIncident({}, [{ kind: 'resolved', by: ana }]),
  better: testIncident({ evidence: after(evidence, wellAt('15:20:00')) }),
  recovering: testIncident({ evidence: after(evidence, wellAt('15:20:00', '15:25:00')) }),
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
      ...spansOf('Entel', 'Movistar', undefined),
      ...affected(1),
    },
  }),
  everyone: testIncident({
    ...ofAll,
    evidence: {
      ...evidence,
      operators: ['Entel', 'Movistar'],
      spans: [everywhere, testSpan('Entel'), testSpan('Movistar')],
    },
  }),
  several: testIncident({
    ...ofAll,
    evidence: { ...evidence, ...spansOf('Entel', 'Movistar', 'Claro', undefined) },
  }),
  together: testIncident({
    ...ofAll,
    evidence: { ...evidence, spans: [{ ...everywhere, isEverywhere: false }] },
  }),
  overlap: testIncident({ ...ofAll, evidence: overlap }),
  'one-better': testIncident({
    ...ofAll,
    evidence: {
      ...evidence,
      operators: ['Claro'],
      spans: [
        testSpan('Entel', { latest: { ...found, findings: [] } }),
        testSpan('Claro', { from: at('15:10:00') }),
      ],
    },
  }),
  'all-fail': testIncident({
    evidence: {
      ...evidence,
      findings: [finding('failures', 0.97, 0.02)],
      owner: undefined,
      ...affected(1_056, 1_056),
    },
  }),
  'overlap-over': testIncident({ ...ofAll, ...ended, evidence: overlap }, [{ kind: 'ended' }]),
  relapse: testIncident({ beganAt: at('13:00:00'), evidence: { ...evidence, spans: waves } }, relapses),
  'relapse-over': testIncident(
    { beganAt: at('13:00:00'), ...ended, evidence: { ...evidence, spans: waves } },
    [...relapses, { kind: 'ended' }],
  ),
  corrected: testIncident(
    {
      ...ended,
      evidence: {
        ...recoveredEvidence,
        ...affected(9, 2),
        correctedAt: new Date(at('15:40:00').getTime() + 86_400_000),
        spans: [testSpan('Entel', { usual: { late: 0.08, failed: 0.02 } })],
      },
    },
    [{ kind: 'ended' }],
  ),
  'first-seen': testIncident({
    evidence: { ...evidence, spans: [testSpan('Entel', { isFirstSeen: true })] },
  }),
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
    evidence: ofPlatformAfter(true),
  }),
  'platform-recovered': testIncident(
    {
      ...ofPlatform,
      ...ended,
      evidence: ofPlatformAfter(true),
    },
    [{ kind: 'ended' }],
  ),
  many: testIncident({
    subject: { of: 'all' },
    evidence: {
      ...evidence,
      ...spansOf(...Array.from({ length: 300 }, (_, n) => `A route with a long name ${n}`)),
    },
  }),
  silent: testIncident({
    verdict: 'silent',
    evidence: {
      ...found,
      spans: [testSpan('Entel')],
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
      ...affected(0, 0, 31.4, 44.1),
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
  hostile: testIncident(
    { subject: { of: 'operator', operator: hostile }, evidence: { ...evidence, spans: [testSpan(hostile)] } },
    [{ kind: 'acknowledged', by: { id: 'U3', name: hostile } }],
  ),
  'unknown-route': testIncident({
    subject: { of: 'operator', operator: undefined },
    evidence: { ...evidence, spans: [testSpan(undefined)] },
  }),
};
