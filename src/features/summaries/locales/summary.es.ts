import { spanish } from '../../../i18n/plural.ts';
import type { summary as en } from './summary.en.ts';

const { counted, many, of } = spanish;

const at = (operator: string | undefined) => (operator === undefined ? '' : ` en ${operator}`);

const legs = {
  platformToOperator: 'El traspaso de la plataforma al operador',
  operatorToHandset: 'El tramo del operador al teléfono',
  total: 'La entrega',
} as const;

export const summary: typeof en = {
  headline: (weekday, day, zone, subject) =>
    `SMS del ${weekday} ${day}${subject === undefined ? '' : ` · ${subject}`} · ${zone}`,

  attention: {
    empty: (weekday, usual) =>
      usual === undefined
        ? 'Sin mensajes. La plataforma respondió, y eso es lo que dice.'
        : `Sin mensajes, cuando lo habitual un ${weekday} son ${usual}. La plataforma respondió, y eso es lo que dice.`,
    few: (count, usual) =>
      `Solo ${many(count, 'mensaje', 'mensajes')}: muy pocos para hablar de tasas${usual === undefined ? '' : `; lo habitual son ${usual}`}.`,
    rate: (operator, rate, usual, points) =>
      `${operator ?? 'Todos los operadores juntos'}: ${rate} entregado, cuando lo habitual es ${usual} (${points} puntos).`,
    mostly: (operator, rate, usual) => `La mayor parte es ${operator}: ${rate}; habitual, ${usual}.`,
    reconstructed: 'Lo habitual está reconstruido.',
    waiting: (operator, now, usual) =>
      `Puede haber acuses con retraso: ${operator === undefined ? '' : `${operator}, `}${now.rate} entregado hasta ahora, habitual ${usual.rate} (reconstruido); de los que tienen acuse final ${now.ofFinal}, habitual ${usual.ofFinal}.`,
    latency: (operator, leg, duration, usual) =>
      `${legs[leg]}${at(operator)} va lento: 90 de cada 100 tardan hasta ${duration}; habitual, ${usual}.`,
    volume: (operator, count, usual, change) =>
      `Tráfico${at(operator)}: ${count} mensajes; habitual, ${usual}${change === undefined ? '' : ` (${change})`}.`,
    failures: (operator, word, share, usual) =>
      `Fallos «${word}»${at(operator)}: ${share} de los mensajes; habitual, ${usual}.`,
    mostFailures: (word, share) => `La mayoría de los fallos son «${word}»: ${share} de todos los mensajes.`,
    nothing: (rate, weekday) =>
      `Nada requiere atención: ${rate} entregado, y nada es inusual para un ${weekday}.`,
    nothingKnown: (rate, weekday) =>
      `Nada llama la atención: ${rate} entregado. No hay un ${weekday} anterior con el que comparar.`,
  },

  corrected: (firstRate, rate, isFinal) =>
    `Corregido: entregado ${firstRate} → ${rate}${isFinal ? ', definitivo' : ' hasta ahora'}`,
  confirmed: 'Revisado: la tasa de entrega es la misma que al principio.',

  operators: {
    caption: 'Por operador',
    compared: 'Por operador (± puntos)',
    reconstructed: 'Por operador (± puntos, reconstruido)',
    submitted: 'Mensajes',
  },

  figures: {
    messages: 'Mensajes',
    delivered: 'Entregados',
    soFar: 'hasta ahora',
    ofFinal: (rate) => `${rate} de los que tienen acuse final`,
    reconstructed: 'reconstruido',
    failed: 'Fallidos',
    waiting: 'En espera de acuse',
    noReceipt: 'Sin acuse, y ya no llegará',
    other: 'Con otro estado',
    speed: 'Tiempo hasta el teléfono, si se entregó',
    half: (duration) => `la mitad en ${duration}`,
    most: (duration) => `95 de cada 100 en ${duration}`,
    within: 'Entregados en',
    usual: (value, change) => `habitual ${value}${change === undefined ? '' : ` (${change})`}`,
  },
  usual: 'habitual',

  notes: {
    asOf: (since) => `datos ${of(since)}`,
    final: 'definitivo',
    provisional: (until) => `provisional: pueden llegar acuses hasta ${until}`,
    comparedWith: (days, count) =>
      count === 1
        ? `Lo habitual es un solo día, tal como se veía a la misma antigüedad: ${days}.`
        : `Lo habitual es la media de ${counted(count)} días, tal como se veían a la misma antigüedad: ${days}.`,
    reconstructed: (days) => `Reconstruidos a partir de acuses posteriores: ${days}.`,
    late: (dueAt) => `Con retraso: debía salir ${dueAt}.`,
    hours: (count) => `Cambió la hora: el día tiene ${count} horas.`,
    preview: 'Una vista previa, solo para ti.',
  },

  unreadable: {
    sentence: 'No se pudo leer la plataforma de mensajería, así que todavía no hay cifras de este día.',
    nextStep:
      'Eso no significa «sin mensajes». Este mensaje se completa en cuanto se pueda leer la plataforma.',
  },

  details: {
    title: 'Detalles',
    latency: 'Cuánto tardaron',
    none: 'No hay más que decir de un día sin mensajes.',
    weeks: {
      caption: (weekday) => `Cada ${weekday}, a la misma antigüedad`,
      day: 'Día',
      messages: 'Mensajes',
      delivered: 'Entregado',
      figures: 'Cifras',
      thisDay: 'este día',
      observed: 'leídas entonces',
      reconstructed: 'reconstruidas',
      empty: 'sin mensajes: no cuenta',
      short: 'incompletas: no cuenta',
      unreadable: 'no se pudo leer',
    },
    sameAge:
      'Los acuses siguen llegando durante días; por eso cada día anterior se muestra como se veía cuando tenía la antigüedad que este tiene ahora.',
    optimistic:
      'Donde no se leyó entonces, se reconstruye con las horas de sus acuses. Así se ve un poco mejor de lo que se veía, porque un acuse llega después de la hora que lleva.',
  },
};
