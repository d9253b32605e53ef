import { spanish } from '../../../i18n/plural.ts';
import type { rehearsal as en } from './rehearsal.en.ts';

const { counted, many } = spanish;

export const rehearsal: typeof en = {
  title: 'Ensayo de alertas',
  headline: (days, incidents) =>
    incidents === 0
      ? `${days}: no habría llegado ninguna alerta`
      : `${days}: ${incidents === 1 ? 'habría llegado 1 alerta' : `habrían llegado ${counted(incidents)} alertas`}`,
  none: 'Con esta configuración no se habría activado nada. Un canal que vigila habría estado en silencio.',
  noTraffic: {
    sentence: 'La plataforma no tiene mensajes en estos días.',
    nextStep: 'Ensaya días en los que hubo tráfico.',
  },
  noUsual: 'No hay semanas anteriores a estos días con las que comparar, así que nada se pudo activar.',
  inAll: (duration) => `En total, ${duration} con una alerta.`,
  inAllAndPerWeek: (duration, count) =>
    `En total, ${duration} con una alerta; en promedio, ${count} por semana.`,
  how: (checks, sensitivity) =>
    `${checks} revisiones, una cada 5 minutos, con sensibilidad ${sensitivity}: dos malas seguidas abren una alerta y tres buenas la cierran.`,
  limits:
    'Las revisiones pasadas se reconstruyen con las horas que traen los acuses: las reales pueden avisar unos minutos después. Los fallos no se comparan, y no se ven las caídas de la propia plataforma.',
  turnOn: {
    low: 'Para recibirlas: /sms-check vigilar baja en un canal.',
    normal:
      'Para recibirlas: /sms-check vigilar en un canal. Con baja o alta al final, o al final de /sms-check ensayar, es menos o más sensible.',
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
  more: (count) => `${many(count, 'alerta más no figura', 'alertas más no figuran')} en la lista.`,
  chart: 'Minutos con una alerta, por día',
  chartAxis: 'minutos',
  long: {
    moved: 'Esto tarda un poco. El ensayo se está preparando en tus mensajes directos con SMS Desk.',
    movedHere: 'Esto tarda un poco. El ensayo se está preparando aquí, en un mensaje propio.',
    here: { sentence: 'Esto tarda un poco.', nextStep: 'El ensayo llegará aquí en cuanto esté listo.' },
    refused: {
      sentence: 'Esto tarda un poco, y Slack no me deja escribirte directamente.',
      nextStep: 'El ensayo llegará aquí en cuanto esté listo.',
    },
    progress: (daysDone, days, messages) =>
      `${counted(daysDone)} de ${many(days, 'día', 'días')} · ${many(messages, 'mensaje leído', 'mensajes leídos')}`,
    cancel: 'Cancelar',
    cancelled: { sentence: 'Cancelado.', nextStep: 'No se lee nada más para este ensayo.' },
    ended: { sentence: 'Este ensayo ya no se está preparando.', nextStep: 'No hay nada que cancelar.' },
    interrupted: {
      sentence: 'SMS Desk se reinició antes de que este ensayo estuviera listo.',
      nextStep: 'Ensaya de nuevo; los días leídos se conservan.',
    },
    again: 'Ensayar de nuevo',
  },
  reckoning: (share) => `${share} de las revisiones hechas`,
  shortfall: 'Algunos de estos días no se pudieron leer completos: puede faltar lo que pasó en ellos.',
};
