import { describe, test } from 'vitest';
import type { IncidentEvidence } from '../../../../src/domain/detection/incident.ts';
import { type CheckViewOptions, checkTranslations } from '../../../../src/features/check/locales/index.ts';
import { REHEARSAL_RUN, toRunProgress } from '../../../../src/features/check/rehearsal/index.ts';
import type {
  FoundIncident,
  Rehearsal,
  RehearsalProgress,
} from '../../../../src/features/check/rehearsal/rehearse.ts';
import { rehearsalView } from '../../../../src/features/check/rehearsal/view.ts';
import type { Language } from '../../../../src/i18n/index.ts';
import { endedView, movedView, progressView } from '../../../../src/posting/progress-view.ts';
import { createFormatter } from '../../../../src/slack/blocks/format.ts';
import { golden } from '../../../support/golden.ts';
import { expectWithinLimits } from '../../../support/views.ts';

const now = new Date('2026-11-18T15:00:00Z');
const languages: Language[] = ['en', 'es'];
const DAY_MS = 86_400_000;

function optionsFor(language: Language): CheckViewOptions {
  const t = checkTranslations(language);
  return { t, format: createFormatter(t, 'America/Santiago', now), senders: new Map() };
}

const check: IncidentEvidence = {
  findings: [
    { kind: 'waiting', share: 0.83, of: 120.4, usual: 0.06, basis: 'reconstructed', isOfMost: true },
    { kind: 'clock_off', share: 0.3, of: 400, usual: 0, basis: 'reconstructed', isOfMost: false },
  ],
  verdict: 'down',
  owner: 'operator',
  operators: [],
  spans: [],
  platform: { login: true, report: true },
};
const silence: IncidentEvidence = {
  ...check,
  findings: [{ kind: 'silence', share: 0.01, of: 1_204, usual: 1, basis: 'reconstructed', isOfMost: true }],
  verdict: 'silent',
};
const outage: FoundIncident = {
  id: '0',
  sensitivity: 'normal',
  subject: { of: 'operator', operator: 'Entel' },
  verdict: 'down',
  beganAt: new Date('2026-11-14T13:05:00Z'),
  revision: 1,
  evidence: { ...check, findings: [], wellSince: new Date('2026-11-14T14:20:00Z') },
  events: [{ number: 1, at: new Date('2026-11-14T14:25:00Z'), kind: 'ended' }],
  worst: check,
};

function rehearsalOf(incidents: readonly FoundIncident[], changes: Partial<Rehearsal> = {}): Rehearsal {
  const { days = 7 } = changes;
  return {
    days,
    sensitivity: 'normal',
    from: new Date(now.getTime() - days * DAY_MS),
    to: now,
    checks: days * 288 + 1,
    incidents,
    alerts: { low: 0, normal: incidents.length, high: 3 * incidents.length + 1 },
    operators: 6,
    hasTraffic: true,
    isShort: false,
    ...changes,
  };
}

const scenes: Record<string, Rehearsal> = {
  none: rehearsalOf([]),
  one: rehearsalOf([outage]),
  several: rehearsalOf(
    [
      outage,
      {
        ...outage,
        subject: { of: 'all' },
        verdict: 'silent',
        beganAt: new Date('2026-11-16T02:05:00Z'),
        evidence: { ...silence, unseenSince: new Date('2026-11-16T03:00:00Z') },
        events: [{ number: 1, at: new Date('2026-11-16T03:55:00Z'), kind: 'lost_sight' }],
        worst: silence,
      },
      {
        ...outage,
        subject: { of: 'operator', operator: undefined },
        beganAt: new Date('2026-11-18T14:35:00Z'),
        evidence: check,
        events: [],
        worst: { ...check, owner: undefined },
      },
    ],
    { isShort: true },
  ),
  low: rehearsalOf([], { sensitivity: 'low' }),
  high: rehearsalOf([outage], { sensitivity: 'high' }),
  'one-day': rehearsalOf([outage], { days: 1 }),
  'four-weeks': rehearsalOf(
    Array.from({ length: 60 }, (_, at) => ({
      ...outage,
      subject: { of: 'operator', operator: `<!channel> Operator ${at} with a long name` } as const,
    })),
    { days: 28 },
  ),
  'no-traffic': rehearsalOf([], { hasTraffic: false }),
  'no-usual': rehearsalOf([], { operators: 0 }),
};

const family = golden('rehearsal', ['several', 'several-plain']);
const progress = golden('rehearsal-progress', ['reckoning']);

describe.each(languages)('the answer of a rehearsal, %s', (language) => {
  test.each(Object.entries(scenes))('%s', (name, rehearsal) => {
    const view = rehearsalView(rehearsal, optionsFor(language));
    family.state(name, language, view);
    if (name === 'several') family.plainState(`${name}-plain`, language, view);
  });

  test('shows its progress, and the end that replaces it', () => {
    const { t } = optionsFor(language);
    const waited = { kind: REHEARSAL_RUN, subject: '11–18 Nov', againValue: '7', language };
    const shown = (reached: RehearsalProgress) => progressView(waited, toRunProgress(reached, t), 'cancel');
    const reading = { daysDone: 3, days: 35, messagesRead: 45_210, checkedShare: 0 };
    progress.state('reading', language, shown(reading));
    const reckoning = { daysDone: 35, days: 35, messagesRead: 545_210, checkedShare: 0.42 };
    progress.state('reckoning', language, shown(reckoning));
    expectWithinLimits(shown({ daysDone: 0, days: 0, messagesRead: 0, checkedShare: 0 }));
    progress.state('moved', language, movedView(waited));
    for (const state of ['cancelled', 'interrupted'] as const) {
      progress.state(state, language, endedView(state, waited));
    }
  });
});
