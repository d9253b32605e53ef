import { describe, expect, test } from 'vitest';
import { escalationView } from '../../../../src/features/watches/incident/escalation-view.ts';
import { golden } from '../../../support/golden.ts';
import {
  evidence,
  found,
  languages,
  now,
  optionsFor,
  scenes,
  testIncident,
  zone,
} from '../../../support/incident-scenes.ts';
import { at } from '../../../support/messages.ts';
import { expectWithinLimits } from '../../../support/views.ts';

const family = golden('escalation', ['several-operators']);

describe.each(languages)('an escalation pack, %s', (language) => {
  const options = optionsFor(language);

  test('says who it is for, what is wrong and what the file contains', () => {
    const kinds = { waiting: 1_000, late: 200, failed: 34, slow: 0, notHandedOver: 0 };
    const examples = [{ operator: 'Entel', of: 1_234, kinds }];
    const facts = { at: now, zone, time: { start: at('15:10:00'), end: now }, examples, shown: 50 };
    family.state('operator', language, escalationView(testIncident(), facts, options));
    const over = escalationView(
      scenes.recovered ?? testIncident(),
      { ...facts, examples: [], shown: 0 },
      options,
    );
    family.state('over', language, over);
    const several = {
      ...facts,
      examples: [
        ...examples,
        { operator: undefined, of: 4, kinds: { waiting: 1, late: 1, failed: 0, slow: 1, notHandedOver: 1 } },
      ],
    };
    family.state(
      'several-operators',
      language,
      escalationView(scenes.all ?? testIncident(), several, options),
    );
    const none = { ...facts, examples: undefined, shown: 0, zone: 'UTC' };
    expectWithinLimits(escalationView(scenes.hostile ?? testIncident(), none, options));
    const statements = (['platform', 'link', 'operator', 'shared', undefined] as const).map((owner) => {
      const worst = { ...found, owner };
      return escalationView(testIncident({ evidence: { ...evidence, worst } }), none, options).text;
    });
    expect(new Set(statements).size).toBe(5);
    // The reader needs the names of all operators, also when a headline shortens the list.
    expect(escalationView(scenes.several ?? testIncident(), none, options).text).toContain('Claro');
    const ofAll = escalationView(scenes.everyone ?? testIncident(), none, options).text;
    expect(ofAll).toContain(options.t.incident.pack.isFor.operator(options.t.findings.everything));
  });
});
