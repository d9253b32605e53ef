import type { failureWords as en } from './failure-words.en.ts';

export const failureWords: typeof en = {
  undeliverable: {
    meaning: 'el operador no pudo entregarlo',
    nextStep: 'Confirma el número con el cliente.',
  },
  undelivered: {
    meaning: 'el operador no pudo entregarlo',
    nextStep: 'Confirma el número con el cliente.',
  },
  rejected: {
    meaning: 'el operador lo rechazó',
    nextStep: 'Avisa al equipo que ve los operadores: quizás bloquean el remitente o el texto.',
  },
  expired: {
    meaning: 'el teléfono no respondió a tiempo',
    nextStep: 'Pide al cliente que encienda el teléfono y envía uno nuevo.',
  },
  deleted: { meaning: 'se borró en el camino', nextStep: 'Avisa a quien está de guardia.' },
  sent_failed: { meaning: 'el operador informó una falla', nextStep: 'Envía uno nuevo.' },
  failed: { meaning: 'sin motivo indicado', nextStep: 'Envía uno nuevo.' },
};
