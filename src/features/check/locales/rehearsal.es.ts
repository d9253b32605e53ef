import { runs } from '../../../i18n/locales/runs.es.ts';
import { spanish } from '../../../i18n/plural.ts';
import type { rehearsal as en } from './rehearsal.en.ts';

const { counted, many } = spanish;

export const rehearsal: typeof en = {
  title: 'Ensayo de avisos',
  headline: (days, incidents) =>
    incidents === 0
      ? `${days}: no habría llegado ningún aviso`
      : `${days}: ${incidents === 1 ? 'habría llegado 1 aviso' : `habrían llegado ${counted(incidents)} avisos`}`,
  none: 'Un canal con avisos no habría recibido ninguno.',
  noTraffic: {
    sentence: 'No hay mensajes en estos días.',
    nextStep: 'Ensaya días con tráfico.',
  },
  noUsual: 'No hay semanas anteriores con las que comparar, así que no pudo llegar ningún aviso.',
  inAll: (duration, perWeek) =>
    `En total, ${duration} con problemas${perWeek === undefined ? '' : `; en promedio, ${perWeek} avisos por semana`}.`,
  how: (checks, sensitivity) =>
    `${checks} revisiones, una cada 5 min, sensibilidad ${sensitivity}: dos malas seguidas, o más problemas de los que explica la casualidad, dan un aviso; dos buenas lo cierran.`,
  limits:
    'Estimado por cuartos de hora con las horas de las confirmaciones: las horas pueden variar en 15 min. No se ven las caídas de la plataforma ni los aumentos pequeños de fallas.',
  turnOn: {
    low: 'Para recibirlos: /sms-check vigilar baja en un canal.',
    normal: 'Para recibirlos: /sms-check vigilar en un canal. Agrega baja o alta para menos o más.',
    high: 'Para recibirlos: /sms-check vigilar alta en un canal.',
  },
  bySensitivity: 'Por sensibilidad',
  sensitivity: 'Sensibilidad',
  alerts: 'Avisos',
  falseAlarms: 'Falsas alarmas esperables',
  caption: 'Avisos',
  operator: 'Operador',
  verdict: 'Veredicto',
  from: 'Desde',
  lasted: 'Duró',
  worst: 'Lo peor',
  goesOn: 'sigue',
  lostSight: 'hasta que acabó el tráfico',
  silence: (messages, least) => `${messages} en vez de ${least} o más`,
  more: (count) => `${many(count, 'aviso más', 'avisos más')} fuera de la lista.`,
  chart: 'Minutos con problemas, por día',
  chartAxis: 'minutos',
  long: runs('ensayo', 'Ensayar de nuevo'),
  checksDone: (share) => `${share} de las revisiones hechas`,
  shortfall: 'Algunos de estos días no se pudieron leer completos: pueden faltar avisos.',
};
