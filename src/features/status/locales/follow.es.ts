import type { follow as en } from './follow.en.ts';

export const follow: typeof en = {
  button: 'Seguir incidente',
  started: (operator) =>
    `Listo, te aviso por mensaje directo cuando termine el incidente en ${operator ?? 'todos los operadores'}.`,
  stop: 'Dejar de seguir',
  stopped: 'No te avisaré de ese incidente.',
  over: (operator, times) => `${operator ?? 'Todos los operadores'}: el incidente terminó (${times})`,
  closed: (operator, when) =>
    `${operator ?? 'Todos los operadores'}: incidente cerrado (${when}) sin confirmar que se recuperó`,
  say: (from, to, isOneDay) =>
    `Su operador tuvo problemas para entregar mensajes desde el ${from} hasta ${isOneDay ? 'las' : 'el'} ${to}. Si le falta uno de ese período, pida uno nuevo, por favor.`,
  forgotten: {
    sentence: 'Este incidente ya se borró.',
    nextStep: 'Para ver cómo está todo ahora, usa /sms-check.',
  },
  act: 'Vuelve a buscar el número de tu cliente.',
};
