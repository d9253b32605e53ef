import type { ticket as en } from './ticket.en.ts';

export const ticket: typeof en = {
  button: 'Para el caso',
  copy: 'Copia esto en el caso:',
  open: 'Abrir un caso',
  subject: (about, verdict) => `SMS a ${about}: ${verdict}`,
  sent: 'Enviado',
  status: 'Estado',
  operator: 'Operador',
  sender: 'Remitente',
  reference: 'Referencia',
  identifier: 'Identificador',
  incident: (since) => `Incidente en el operador desde ${since}`,
};
