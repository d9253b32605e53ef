import type { Help } from '../words.ts';

/** What `/sms-check help` says. */
export const help: Help = {
  title: '¿Fallan los SMS, y de quién es la falla?',
  usage: [
    ['/sms-check', 'un veredicto por operador frente a lo usual a esta hora'],
    ['/sms-check <operador>', 'un operador: sus cifras y cuánto se puede confiar en sus acuses'],
    [
      '/sms-check ensayar [días] [baja|normal|alta]',
      'qué alertas habrían llegado en los últimos días, 7 si no dices cuántos, a un canal que vigila con esta sensibilidad',
    ],
    [
      '/sms-check vigilar · dejar · vigilancias',
      'avisa a un canal de los incidentes; más con /sms-check vigilar ayuda',
    ],
  ],
  examplesTitle: 'Ejemplos',
  examples: [
    ['/sms-check', 'todos los operadores'],
    ['/sms-check movi', 'un operador por el comienzo de su nombre'],
    ['/sms-check ensayar 14', 'dos semanas; como máximo, 28 días'],
    ['/sms-check ensayar 14 baja', 'lo mismo con sensibilidad baja'],
  ],
  notes: [
    'Las cifras tienen como máximo 5 minutos. Lo usual es la misma hora de las últimas cuatro semanas, tal como se veía a la misma edad.',
    'degradado: con certeza peor que de costumbre. caído: la mayoría de los mensajes llega tarde o no llega. caído o atrasado: se traspasaron, y solo se sabe que faltan sus acuses. en silencio: casi no entran mensajes. reloj desfasado: las horas se contradicen. muy pocos: menos de 50 mensajes en un cuarto de hora, ahora o de costumbre. sin plataforma: no se sabe nada de nadie.',
    'En espera: sin acuse después de 2 minutos. Una demora antes del traspaso es de la plataforma; después, no se distingue entre operador y teléfono.',
    'Actualizar lee de nuevo la plataforma, salvo que la última lectura tenga menos de un minuto.',
    'Lo mismo en inglés: rehearse, watch, unwatch, watches, help.',
    'Solo tú ves la respuesta, hasta que la compartas.',
  ],
};
