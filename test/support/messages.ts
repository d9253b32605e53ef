import type { Message } from '../../src/domain/messages/message.ts';

export function testMessage(changes: Partial<Message> = {}): Message {
  return {
    msisdn: '56912345678',
    operator: 'Entel',
    status: 'delivered',
    statusWord: 'delivered',
    text: 'Hola',
    sender: undefined,
    platformAt: at('10:32:05'),
    operatorAt: at('10:32:07'),
    handsetAt: at('10:32:14'),
    ...changes,
  };
}

/** A time of day on the tests' day, 18 November 2026, in UTC. */
export function at(time: string): Date {
  return new Date(`2026-11-18T${time}Z`);
}
