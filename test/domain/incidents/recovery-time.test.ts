import { describe, expect, test } from 'vitest';
import { type LastFound, lastTroubleAt } from '../../../src/domain/incidents/lifecycle.ts';
import { at } from '../../support/messages.ts';

describe('lastTroubleAt', () => {
  test.each<[what: string, found: LastFound, last: string | undefined]>([
    ['nothing', {}, undefined],
    [
      'what waits, and is found late for longer',
      { waiting: at('12:20:00'), late: at('12:30:00') },
      '12:20:00',
    ],
    ['lateness alone', { late: at('12:30:00') }, '12:30:00'],
    ['a slow hand-over after it', { late: at('12:30:00'), slow_hand_over: at('12:40:00') }, '12:40:00'],
    [
      'what goes on late, but does not wait any more',
      { waiting: at('12:20:00'), late: at('12:50:00') },
      '12:50:00',
    ],
    ['failures of the hour before', { late: at('12:30:00'), failures: at('13:10:00') }, '12:30:00'],
    ['failures since then', { late: at('12:30:00'), failures: at('13:35:00') }, '13:35:00'],
    ['failures alone', { failures: at('13:10:00') }, '13:10:00'],
    ['silence', { silence: at('12:10:00'), waiting: at('12:15:00') }, '12:15:00'],
  ])('%s', (_, found, last) => {
    expect(lastTroubleAt(found)).toEqual(last && at(last));
  });
});
