import { describe, expect, test } from 'vitest';
import { EMPTY_WATCH_STATE, updateWatchState } from '../../../src/domain/detection/lifecycle.ts';
import {
  addedSentence,
  missingView,
  pausedWatchView,
  watchesView,
  watchView,
} from '../../../src/features/watches/view.ts';
import { confirmRemovalView } from '../../../src/posting/channels/list-view.ts';
import type { Watch } from '../../../src/store/channels/watches.ts';
import { golden } from '../../support/golden.ts';
import { languages, now, optionsFor, zone } from '../../support/incident-scenes.ts';
import { unreachableAt } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';
import { expectWithinLimits } from '../../support/views.ts';

const lists = golden('watches', ['some']);
const single = golden('watch', ['added', 'paused']);

describe.each(languages)('watches, %s', (language) => {
  const mentionable = { groups: [{ id: 'S1', handle: 'on-call' }], mayMentionAll: false };
  const { t, format } = optionsFor(language);
  const options = { t, format: format.plain, userId: 'U1', mentionable };

  test('are listed with their actions, and shown one by one', () => {
    const t = options.t;
    const watch = (number: number, changes: Partial<Watch> = {}): Watch => ({
      id: String(number),
      number,
      channel: `C${number}`,
      sensitivity: 'normal',
      zone,
      language,
      watcher: 'U1',
      state: 'active',
      ...changes,
    });
    const lastCheck = { state: EMPTY_WATCH_STATE, checkedAt: at('15:15:00'), tookMs: 1_400 };
    const many = Array.from({ length: 23 }, (_, index) => watch(index + 1));
    const closed = {
      state: 'paused',
      pausedBecause: 'not_in_channel',
      paused: { at: at('14:00:00') },
    } as const;
    const some = [
      watch(1, { mention: { of: 'group', id: 'S1' } }),
      watch(2, { sensitivity: 'high', ...closed }),
      watch(3, { state: 'paused', pausedBecause: 'asked', paused: { by: 'U2', at: at('15:10:00') } }),
      watch(4, { state: 'paused', pausedBecause: 'asked' }),
    ];
    const slow = { ...options, lastCheck: { ...lastCheck, tookMs: 95_000 } };
    const inChannel = (channel: string | undefined) => ({ channel });
    const elsewhere = inChannel('C99');
    lists.state('none', language, watchesView([], { page: 0 }, options, elsewhere));
    lists.state(
      'some',
      language,
      watchesView(some, { page: 0, note: t.incident.watch.done.removed(5) }, slow, elsewhere),
    );
    lists.state('many', language, watchesView(many, { page: 1 }, { ...options, lastCheck }, elsewhere));
    const [, second = watch(2)] = some;
    const { removing } = t.incident.watch;
    const question = { kind: 'watch', title: removing.title(2), text: removing.text } as const;
    lists.state('removing', language, confirmRemovalView(second, 0, question, t));
    // Actions that are impossible or already done are not offered.
    for (const [watches, here] of [
      [[], undefined],
      [some, 'C2'],
    ] as const) {
      const list = watchesView(watches, { page: 0 }, options, inChannel(here));
      expect(JSON.stringify(list)).not.toContain('watch.add');
      expectWithinLimits(list);
    }
    expect(watchesView([], { page: 0 }, options, inChannel(undefined)).text).toContain('#');
    const paused = some.map((one) => ({ ...one, state: 'paused' as const }));
    const silent = watchesView(paused, { page: 0 }, { ...options, lastCheck }, elsewhere).text;
    const { noneActive } = t.incident.watch;
    expect(silent).toContain(noneActive(options.format.moment(lastCheck.checkedAt)));
    expect(watchesView(paused, { page: 0 }, options, elsewhere).text).toContain(noneActive(undefined));
    const high = watch(1, { sensitivity: 'high', zone: 'UTC' });
    single.state('added', language, watchView(watch(1), addedSentence(watch(1), undefined, t), options));
    single.state(
      'changed',
      language,
      watchView(high, addedSentence(high, watch(1, { state: 'paused' }), t), options),
    );
    const group = { of: 'group', id: 'S1' } as const;
    single.state(
      'notifies',
      language,
      watchView(watch(1, { mention: group }), t.incident.watch.added, options),
    );
    const loud = watch(1, { mention: { of: 'here' }, tellsEnd: true });
    single.state('notifies-twice', language, watchView(loud, t.incident.watch.added, options));
    single.state(
      'paused',
      language,
      pausedWatchView(watch(1, { state: 'paused', pausedBecause: 'is_archived' })),
    );
    single.state(
      'withdrawn',
      language,
      pausedWatchView(watch(1, { state: 'paused', pausedBecause: 'channel_not_allowed' })),
    );
    single.state('perhaps-missing', language, missingView(watch(1), at('15:00:00'), now));
    const pausedFor = (pausedBecause: string) =>
      pausedWatchView(watch(1, { state: 'paused', pausedBecause, language })).text;
    expect(pausedFor('not_in_channel')).toContain('/invite @SMS Desk');
    expect(pausedFor('restricted_action')).not.toContain('/invite');
    const failing = { since: at('15:00:00'), because: 'rate_limited', until: now } as const;
    const { text } = watchesView(
      some,
      { page: 0 },
      { ...options, lastCheck: { ...lastCheck, failing } },
      elsewhere,
    );
    expect(text).toContain(t.incident.watch.failing(options.format.since(failing.since)));
    const missing = { ...options, perhapsMissing: new Map([['C2', at('15:02:00')]]) };
    const rows = watchesView(some, { page: 0 }, missing, elsewhere).text.split('C2');
    const { perhapsMissing } = t.incident.watch;
    expect(rows[1]).toContain(perhapsMissing(options.format.moment(at('15:02:00'))));
    expect(rows[0]).not.toContain('15:02');
    const { state } = updateWatchState(EMPTY_WATCH_STATE, unreachableAt(lastCheck.checkedAt));
    const failed = (tookMs: number) =>
      watchesView(
        [watch(1)],
        { page: 0 },
        { ...options, lastCheck: { ...lastCheck, tookMs, state } },
        elsewhere,
      );
    lists.state('failed', language, failed(150_000));
    // The duration of a quick failure is not stored.
    expect(failed(0).text).toContain(
      t.incident.watch.lastFailed(options.format.moment(lastCheck.checkedAt), '5 min', undefined),
    );
  });
});
