export const follow = {
  button: 'Follow incident',
  started: (operator: string | undefined) =>
    `OK, I’ll DM you when the incident at ${operator ?? 'all operators'} ends.`,
  stop: 'Stop following',
  stopped: 'I won’t DM you about that incident.',
  over: (operator: string | undefined, times: string) =>
    `${operator ?? 'All operators'}: the incident is over (${times})`,
  closed: (operator: string | undefined, when: string) =>
    `${operator ?? 'All operators'}: incident closed (${when}) before recovery was seen`,
  say: (from: string, to: string, _isOneDay: boolean) =>
    `Your operator had trouble delivering messages from ${from} to ${to}. If one we sent then is missing, please ask for a new one.`,
  forgotten: {
    sentence: 'This incident has been deleted.',
    nextStep: 'To see how SMS is now, run /sms-check.',
  },
  act: 'Look your customer’s number up again.',
};
