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
  long: {
    moved: 'Esto tarda un poco; el ensayo te llega por mensaje directo.',
    movedHere: 'Esto tarda un poco; el ensayo llega aquí en su propio mensaje.',
    here: { sentence: 'Esto tarda un poco.', nextStep: 'El ensayo llegará aquí en cuanto esté listo.' },
    refused: {
      sentence: 'Esto tarda un poco, y Slack no me deja escribirte directamente.',
      nextStep: 'El ensayo llegará aquí en cuanto esté listo.',
    },
    progress: (daysDone, days, messages) =>
      `${counted(daysDone)} de ${many(days, 'día', 'días')} · ${many(messages, 'mensaje leído', 'mensajes leídos')}`,
    cancel: 'Cancelar',
    cancelled: { sentence: 'Cancelado.', nextStep: 'No se lee nada más para este ensayo.' },
    ended: { sentence: 'Este ensayo ya no está en marcha.', nextStep: 'No hay nada que cancelar.' },
    interrupted: {
      sentence: 'SMS Desk se reinició antes de que este ensayo estuviera listo.',
      nextStep: 'Ensaya de nuevo; los días leídos se conservan.',
    },
    again: 'Ensayar de nuevo',
  },
  reckoning: (share) => `${share} de las revisiones hechas`,
  shortfall: 'Algunos de estos días no se pudieron leer completos: pueden faltar alertas.',
};
