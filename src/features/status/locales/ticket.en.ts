export const ticket = {
  button: 'For the ticket',
  copy: 'Copy this into the ticket:',
  open: 'Open a ticket',
  subject: (about: string, verdict: string) => `SMS to ${about}: ${verdict}`,
  sent: 'Sent',
  status: 'Status',
  operator: 'Operator',
  sender: 'Sender',
  reference: 'Reference',
  identifier: 'Identifier',
  incident: (since: string) => `Incident at the operator since ${since}`,
};
