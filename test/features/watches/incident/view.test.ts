import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../../../src/domain/detection/evidence.ts';
import {
  broadcastView,
  incidentDetailsView,
  threadView,
} from '../../../../src/features/watches/incident/details-view.ts';
import { escalationView } from '../../../../src/features/watches/incident/escalation-view.ts';
import { incidentView } from '../../../../src/features/watches/incident/view.ts';
import { withoutDates } from '../../../../src/slack/blocks/text.ts';
import { golden } from '../../../support/golden.ts';
import {
  ana,
  ended,
  evidence,
  found,
  languages,
  now,
  optionsFor,
  recoveredEvidence,
  scenes,
  testIncident,
  testSpan,
  zone,
} from '../../../support/incident-scenes.ts';
import { at } from '../../../support/messages.ts';
import { expectWithinLimits } from '../../../support/views.ts';

const messages = golden('incident', ['handled', 'everyone']);
const threads = golden('incident-thread', ['worsened']);
const details = golden('incident-details', ['long']);
/** Their Details have only lines that the messages above or other Details have. */
const withoutOwnDetails = (
  'resolved better unseen too-few unchecked unwatched together overlap-over relapse-over corrected first-seen worse ' +
  'platform-not-accepting platform-not-allowing platform-refuses platform-recovering all-fail added-up-and-found ' +
  'clock-off'
).split(' ');

describe.each(languages)('the messages of an incident, %s', (language) => {
  const options = optionsFor(language);
  const toOne = { ...options, format: options.format.plain };

  test.each(Object.entries(scenes))('%s', (name, incident) => {
    const view = incidentView(incident, options);
    messages.state(name, language, view);
    // It mentions no one and shows no full number.
    expect(JSON.stringify(view)).not.toMatch(/"type":"(?:user|broadcast|usergroup)"|8765 4321/);
    const more = incidentDetailsView(incident, toOne);
    if (withoutOwnDetails.includes(name)) expectWithinLimits(more);
    else details.state(name, language, more);
    for (const event of incident.events) expectWithinLimits(threadView(event, incident, options));
    // Slack refuses to change a message to a longer text.
    expect(view.text.length).toBeLessThan(4_000);
  });

  test('mention the chosen group until acknowledged, and again at an end posted to the channel', () => {
    const mention = { of: 'group', id: 'S1' } as const;
    const [down = testIncident(), ...others] = [
      scenes.down,
      scenes.handled,
      scenes.resolved,
      scenes.recovering,
    ];
    messages.state('calls', language, incidentView(down, options, mention));
    for (const incident of others)
      expect(JSON.stringify(incidentView(incident ?? down, options, mention))).not.toContain('usergroup');
    const over = testIncident({ ...ended, evidence: recoveredEvidence }, [{ kind: 'ended' }]);
    const [event] = over.events.slice(-1);
    if (!event) throw new Error('nothing happened');
    threads.state('end-in-channel', language, broadcastView(event, over, options, mention));
    const { relapse = testIncident() } = scenes;
    const again = relapse.events.find(({ kind }) => kind === 'relapsed');
    if (again) threads.state('relapse-in-channel', language, broadcastView(again, relapse, options, mention));
  });

  test('have a different thread reply for each event', () => {
    const by = ana;
    const incident = testIncident({ ...ended, evidence: recoveredEvidence }, [
      { kind: 'worsened', verdict: 'down' },
      { kind: 'widened', verdict: 'down' },
      { kind: 'acknowledged', by },
      { kind: 'snoozed', by, until: at('16:00:00') },
      { kind: 'woken' },
      { kind: 'snoozed', by },
      { kind: 'woken', by },
      { kind: 'resolved', by },
      { kind: 'ended' },
      { kind: 'relapsed', verdict: 'down' },
      { kind: 'lost_sight' },
      { kind: 'unchecked' },
      { kind: 'unwatched' },
    ]);
    // The first event is the message itself.
    const events = incident.events.slice(1);
    const texts = events.map((event, index) => {
      const isSecond = events.slice(0, index).some(({ kind }) => kind === event.kind);
      const view = threadView(event, incident, options);
      threads.state(isSecond ? `${event.kind}-again` : event.kind, language, view);
      return view.text;
    });
    expect(new Set(texts).size).toBe(texts.length);
    details.state('long', language, incidentDetailsView(incident, toOne));
  });

  test('say since when checks stopped, in the message, the thread and the escalation report', () => {
    const incident = scenes.unchecked ?? testIncident();
    const [event] = incident.events.slice(-1);
    if (!event) throw new Error('nothing happened');
    const since = options.t.sinceTime(toOne.format.clock(at('15:15:00')));
    const { became } = options.t.incident;
    expect(threadView(event, incident, options).text).toBe(became.unchecked(since, '', undefined));
    expect(incidentView(incident, options).text).toContain(toOne.format.clock(at('15:15:00')));
    const facts = { at: now, zone, time: { start: now, end: now }, examples: undefined, shown: 0 };
    const sent = escalationView(incident, facts, options).text;
    expect(sent).toContain(options.t.findings.pack);
    expect(sent).toContain(options.format.duration(900));
    expect(sent).not.toContain(options.format.duration(2100));
  });

  test('date the recovery from the last failure that was seen', () => {
    const known = { ...recoveredEvidence, spans: [testSpan('Entel', { to: at('15:18:00') })] };
    const incident = testIncident({ ...ended, evidence: known }, [{ kind: 'ended' }]);
    expect(incidentView(incident, options).text).toContain(
      options.t.incident.over.ended('Entel', options.t.incident.about(options.format.duration(20 * 60)), 1),
    );
  });

  test('say “down or late” when only receipts are missing, and “down” without a hand-over', () => {
    const { headline } = options.t.incident;
    const began = { since: withoutDates(options.format.since(at('15:00:00'))) };
    const titleOf = (changes: Partial<Evidence>) =>
      incidentView(testIncident({ evidence: { ...evidence, ...changes } }), options).text.split('\n')[0];
    expect(titleOf({ owner: 'operator' })).toBe(headline('Entel', 'down_or_late', began));
    expect(titleOf({ owner: 'link' })).toBe(headline('Entel', 'down', began));
    const findings = found.findings.filter(({ kind }) => kind !== 'waiting');
    expect(titleOf({ owner: 'operator', findings })).toBe(headline('Entel', 'down', began));
  });

  test('do not claim recovery without a check, nor an unreachable platform that answers', () => {
    const text = (name: string) => incidentView(scenes[name] ?? testIncident(), options).text;
    const { recovering, platformRecovering, noReport } = options.t.incident;
    const since = (time: string) => options.t.sinceTime(toOne.format.clock(at(time)));
    for (const name of ['unseen', 'too-few']) {
      expect(text(name)).not.toContain(recovering(undefined));
      expect(text(name)).not.toContain(recovering(since('15:20:00')));
      expect(text(name)).toMatch(/15:20|12:20|15:25|12:25/);
    }
    expect(text('unseen')).toContain('64%');
    expect(text('recovering')).toContain(recovering(since('15:20:00')));
    expect(text('platform-recovering')).toContain(platformRecovering(since('15:25:00')));
    const details = incidentDetailsView(scenes['platform-recovered'] ?? testIncident(), toOne).text;
    for (const said of [text('platform-recovering'), details]) {
      expect(said).not.toContain(noReport);
      expect(said).not.toContain(options.t.findings.nextStep.unreachable);
    }
    const over = scenes.recovered ?? testIncident();
    expect(incidentDetailsView(over, toOne).text).not.toContain(recovering(since('15:25:00')));
    const facts = { at: now, zone, time: { start: now, end: now }, examples: undefined, shown: 0 };
    for (const view of [incidentView(over, options), escalationView(over, facts, options)]) {
      expect(view.text).toContain('64%');
    }
  });
});
