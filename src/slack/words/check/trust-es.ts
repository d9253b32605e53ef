import type { CheckWords } from './words.ts';

/** How far an operator's receipts can be trusted. */
export const trust: CheckWords['trust'] = {
  title: (day) => `Cuánto se puede confiar en sus acuses, según todos sus mensajes del ${day}`,
  unknown: 'No hay un día cerrado que diga cuánto se puede confiar en sus acuses.',
  good: 'No hay motivos para dudar de ellos.',
  tooFew: (messages, needed) =>
    `Ese día hubo ${messages}: muy pocos para saber cuánto se puede confiar en sus acuses. Hacen falta ${needed}.`,
  none: 'No envía acuses. Se juzga solo por su traspaso, sus fallos y su silencio.',
  few: (share) => `Solo el ${share} de sus mensajes llega a tener acuse.`,
  receipts: (share) => `El ${share} de sus mensajes tiene acuse.`,
  instant: (share, isDoubt) =>
    `El ${share} de sus acuses llega a menos de un segundo del traspaso${isDoubt ? ', antes de lo que responde un teléfono: puede que los envíe él mismo' : ''}.`,
  lateTail: (share, isDoubt) =>
    `El ${share} de sus entregas tarda más de una hora${isDoubt ? ': lo que falta ahora aún puede llegar' : ''}.`,
  clockOff: (share, isDoubt) =>
    `El ${share} de sus entregas trae horas imposibles${isDoubt ? ': su reloj está desfasado' : ''}.`,
};
