import { figures } from '../../../i18n/locales/figures.es.ts';
import { spanish } from '../../../i18n/plural.ts';
import type { summary as en } from './summary.en.ts';

const { counted, many } = spanish;

const at = (operator: string | undefined) => (operator === undefined ? '' : ` en ${operator}`);

export const summary: typeof en = {
  headline: (weekday, day, zone, subject) =>
    `SMS del ${weekday} ${day}${subject === undefined ? '' : ` · ${subject}`} · ${zone}`,

  act: (operator) => `Mira si sigue pasando: /sms-check${operator === undefined ? '' : ` ${operator}`}`,

  attention: {
    empty: (weekday, usual) =>
      usual === undefined
        ? 'La plataforma dice que no hubo mensajes.'
        : `Sin mensajes; un ${weekday} habitual tiene ${usual}.`,
    few: (count, usual) =>
      `Solo ${many(count, 'mensaje', 'mensajes')}: muy pocos para una tasa${usual === undefined ? '' : `; habitual: ${usual}`}.`,
    rate: (operator, rate, usual, points) =>
      `${operator === undefined ? '' : `${operator}: `}${rate} entregado, habitual ${usual} (${points} puntos).`,
    mostly: (operator, rate, usual) => `Sobre todo ${operator}: ${rate}, habitual ${usual}.`,
    reconstructed: 'Lo habitual es una estimación.',
    waiting: (operator, now, usual) =>
      `Puede haber confirmaciones atrasadas${at(operator)}: ${now.rate} entregado hasta ahora, habitual ${usual.rate} (estimado). De los que tienen confirmación final ${now.ofFinal}, habitual ${usual.ofFinal}.`,
    latency: (operator, leg, duration, usual) =>
      `${figures.legs[leg]}${at(operator)} va lento: 90 de cada 100 en ${duration}, habitual ${usual}.`,
    volume: (operator, count, usual, change) =>
      `Tráfico${at(operator)}: ${count} mensajes, habitual ${usual}${change === undefined ? '' : ` (${change})`}.`,
    failures: (operator, word, share, usual) =>
      `«${word}»${at(operator)}: ${share} de los mensajes, habitual ${usual}.`,
    mostFailures: (word, share) => `La mayoría de las fallas son «${word}»: ${share} de todos los mensajes.`,
    nothing: (rate, weekday) => `${rate} entregado, un ${weekday} normal.`,
    nothingKnown: (rate, weekday) => `${rate} entregado. No hay un ${weekday} anterior para comparar.`,
  },

  corrected: (firstRate, rate, isFinal) =>
    `Entregado: al principio ${firstRate}, ahora ${rate}${isFinal ? ', definitivo' : ''}.`,
  confirmed: 'Revisado: la misma tasa de entrega.',

  figures: {
    soFar: 'hasta ahora',
    reconstructed: 'estimado',
    usual: (value, change) => `habitual ${value}${change === undefined ? '' : ` (${change})`}`,
  },
  usual: 'habitual',

  notes: {
    comparedWith: (weekday, count) =>
      count === 1
        ? `Habitual: un ${weekday} anterior`
        : `Habitual: ${counted(count)} ${weekday.replace(/o$/, 'os')} anteriores`,
    late: (dueAt) => `Con retraso: debía salir el ${dueAt}`,
    hours: (count) => `Cambió la hora: ${count} horas`,
    perhapsMissing: (day) => `Aquí puede faltar el resumen del ${day}: Slack no dijo si lo recibió.`,
    preview: 'Vista previa, solo para ti',
  },

  unreadable: {
    sentence: 'Aún no hay cifras: no se pudo leer la plataforma de SMS.',
    nextStep: 'Eso no significa «sin mensajes». Completaré este mensaje cuando se pueda.',
  },

  details: {
    none: 'No hay más que contar de un día sin mensajes.',
    weeks: {
      caption: (weekday) => `Cada ${weekday}, con la misma antigüedad`,
      day: 'Día',
      messages: 'Mensajes',
      delivered: 'Entregado',
      figures: 'Cifras',
      thisDay: 'este día',
      observed: 'leídas entonces',
      reconstructed: 'estimadas',
      empty: 'sin mensajes: no cuenta',
      short: 'incompletas: no cuenta',
      unreadable: 'no se pudo leer',
    },
    sameAge:
      'Las confirmaciones siguen llegando durante días; por eso cada día anterior se muestra como se veía con la antigüedad que este tiene ahora.',
    optimistic:
      'Los días que no se leyeron con esa antigüedad se estiman con las horas de sus confirmaciones, y se ven un poco mejor de lo que se veían.',
  },
};
