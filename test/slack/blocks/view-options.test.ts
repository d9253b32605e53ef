import { expect, test } from 'vitest';
import { maskSender, senderName } from '../../../src/slack/blocks/view-options.ts';

const senders = new Map([
  ['56001', 'OTP'],
  ['56912345678', 'Marketing'],
]);

test.each([
  ['56001', 'OTP (56001)', '56001'],
  ['56002', '56002', '56002'],
  // A named sender is the bank's own number.
  ['56912345678', 'Marketing (56912345678)', '56912345678'],
  ['56987654321', '+56 9 •••• •321', '+56 9 •••• •321'],
  ['+56987654321', '+56 9 •••• •321', '+56 9 •••• •321'],
  ['BANK', 'BANK', 'BANK'],
  ['Booking.com', 'Booking.com', 'Booking.com'],
  ['BANK +56987654321', 'BANK ••••••', 'BANK ••••••'],
  ['B\u202eANK', 'BANK', 'BANK'],
])('the sender %s is shown as %s', (sender, named, alone) => {
  expect(senderName(sender, senders)).toBe(named);
  expect(maskSender(sender, senders)).toBe(alone);
});
