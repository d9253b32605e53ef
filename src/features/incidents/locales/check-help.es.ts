import type { Help } from '../../../i18n/types.ts';

export const checkHelp: Help = {
  title: '¿Fallan los SMS, y de quién es la falla?',
  usage: [
    ['/sms-check', '¿funcionan los SMS? Un veredicto por operador'],
    ['/sms-check <operador>', 'un operador: sus cifras y si sus confirmaciones son confiables'],
    [
      '/sms-check ensayar [días] [baja|normal|alta]',
      'qué avisos habría recibido un canal en los últimos días (7 si no dices cuántos), y cuántos con cada sensibilidad',
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
    'Las cifras tienen como máximo 5 minutos. Lo habitual es esta hora en las últimas cuatro semanas, tal como se veía en ese momento.',
    'degradado: claramente peor que lo habitual. caído: la mayoría de los mensajes se atrasa o no llega. caído o atrasado: se traspasaron, y lo único seguro es que faltan las confirmaciones. en silencio: casi no entran mensajes. reloj desfasado: las horas se contradicen. muy pocos: incluso sumando las últimas tres horas.',
    'En espera: sin confirmación después de 2 minutos. Una demora antes del traspaso es de la plataforma; después, no se distingue entre operador y teléfono.',
    'Actualizar lee de nuevo la plataforma, salvo que se haya leído hace menos de un minuto.',
    'Lo mismo en inglés: rehearse, watch, unwatch, watches, help.',
    'También puedes mencionar al bot, incluso en un hilo, o escribirle: «revisar». Para el mensaje de una persona, usa su menú: «Check SMS delivery».',
    'Solo tú ves la respuesta hasta que la compartas.',
  ],
};
