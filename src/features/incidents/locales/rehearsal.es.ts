import { runs } from '../../../i18n/locales/runs.es.ts';
import { spanish } from '../../../i18n/plural.ts';
import type { rehearsal as en } from './rehearsal.en.ts';

const { counted, many } = spanish;

export const rehearsal: typeof en = {
  title: 'Ensayo de alertas',
  headline: (days, incidents) =>
    incidents === 0
      ? `${days}: no habría llegado ninguna alerta`
      : `${days}: ${incidents === 1 ? 'habría llegado 1 alerta' : `habrían llegado ${counted(incidents)} alertas`}`,
  none: 'Un canal que vigila habría estado en silencio.',
  noTraffic: {
    sentence: 'No hay mensajes en estos días.',
    nextStep: 'Ensaya días con tráfico.',
  },
  noUsual: 'No hay semanas anteriores con las que comparar, así que ninguna alerta pudo llegar.',
  inAll: (duration) => `En total, ${duration} con una alerta.`,
  inAllAndPerWeek: (duration, count) =>
    `En total, ${duration} con una alerta; en promedio, ${count} por semana.`,
  how: (checks, sensitivity) =>
    `${checks} revisiones, una cada 5 min, sensibilidad ${sensitivity}: dos malas seguidas abren una alerta, tres buenas la cierran.`,
  limits:
    'Estimado con las horas de las confirmaciones: las alertas reales pueden llegar unos minutos después. No se ven los fallos ni las caídas de la plataforma.',
  turnOn: {
    low: 'Para recibirlas: /sms-check vigilar baja en un canal.',
    normal: 'Para recibirlas: /sms-check vigilar en un canal. Agrega baja o alta para menos o más.',
    high: 'Para recibirlas: /sms-check vigilar alta en un canal.',
  },
  caption: 'Alertas',
  operator: 'Operador',
  verdict: 'Veredicto',
  from: 'Desde',
  lasted: 'Duró',
  worst: 'Lo peor',
  goesOn: 'sigue',
  lostSight: 'hasta que acabó el tráfico',
  more: (count) => `${many(count, 'alerta más', 'alertas más')} fuera de la lista.`,
  chart: 'Minutos con una alerta, por día',
  chartAxis: 'minutos',
  long: runs('ensayo'),
  reckoning: (share) => `${share} de las revisiones hechas`,
  shortfall: 'Algunos de estos días no se pudieron leer completos: pueden faltar alertas.',
};
