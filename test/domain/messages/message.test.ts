import { expect, test } from 'vitest';
import { parseDeliveryStatus } from '../../../src/domain/messages/message.ts';

test.each([
  ['delivered', ['delivered', 'Delivered', ' DELIVERED ']],
  ['failed', ['sent_failed', 'failed', 'undeliverable', 'Undelivered', 'EXPIRED', 'rejected', 'deleted']],
  ['pending', ['-', '', ' ', 'accepted', 'sent', 'submitted', 'ENROUTE', 'scheduled', 'buffered', 'queued']],
  ['other', ['skipped', 'unknown', 'delivered_to_operator', 'toString', '__proto__', 'constructor']],
])('reads words of the platform as %s', (status, words) => {
  for (const word of words) expect(parseDeliveryStatus(word), word).toBe(status);
});
