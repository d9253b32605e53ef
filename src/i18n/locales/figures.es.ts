import { spanish } from '../plural.ts';
import type { figures as en } from './figures.en.ts';

const { counted, many, of } = spanish;

export const figures: typeof en = {
  points: (signed) => `${signed} puntos`,

  charts: {
    rate: 'Tasa de entrega',
    rateExcept: (parts) => `Tasa de entrega (sin dato: ${parts})`,
    rateExceptSome: (count, all) => `Tasa de entrega (sin dato: ${count} de ${all} tramos)`,
    rateAxis: '% entregado',
    ofSubmitted: 'de los enviados',
    ofFinal: 'de los finales',
    volume: 'Mensajes',
    volumeShort: (days, others) => `Mensajes (1.ª barra: ${many(days, 'día', 'días')}; las demás, ${others})`,
    messages: 'mensajes',
  },

  table: {
    caption: 'Por operador',
    comparedCaption: 'Por operador (± puntos)',
    reconstructedCaption: 'Por operador (± puntos, estimados)',
    largest: (caption, shown) => `${caption}: los ${shown} mayores`,
    operator: 'Operador',
    submitted: 'Enviados',
    rate: 'Entregado',
    failed: 'Fallidos',
    most: '95% en',
    noReceipts: 'sin confirmaciones',
    withoutReceipt: 'Aún sin confirmar',
    noReceipt: 'Sin confirmar',
    others: (count) => (count === undefined ? 'todos los demás' : `otros ${counted(count)}`),
  },

  latency: {
    platformToOperator: 'Plataforma → operador',
    operatorToHandset: 'Operador → teléfono',
    total: 'En total',
    within: 'Entregados en',
    unknown: 'sin horas registradas',
    clockOff: (count) => `reloj desfasado: ${count}`,
  },

  failures: {
    title: 'Fallas, según la palabra de la plataforma',
    others: (count) => many(count, 'otra palabra', 'otras palabras'),
  },

  notices: {
    shortfall: (announced, received) =>
      `La plataforma anunció ${announced} mensajes y envió ${received}, contando todos sus días que se leyeron: estas cifras pueden estar incompletas.`,
    surplus: (announced, received) =>
      `La plataforma anunció menos mensajes (${announced}) de los que envió (${received}): se cuentan todos los que envió.`,
    daysMissing:
      'Pueden faltar días en los extremos: la plataforma entiende los límites de un período de otra manera que la configurada aquí. Avisa a quien administra SMS Desk.',
    unreadable: (count) =>
      count === 1
        ? 'Una entrada de los días de la plataforma que se leyeron no se ajusta a su interfaz y no se cuenta.'
        : `${counted(count)} entradas de los días de la plataforma que se leyeron no se ajustan a su interfaz y no se cuentan.`,
    unplaced: (count) =>
      `${many(count, 'mensaje no trae', 'mensajes no traen')} hora de la plataforma y no se ${count === 1 ? 'cuenta' : 'cuentan'}: no se sabe de qué día ${count === 1 ? 'es' : 'son'}.`,
    stale: (since) =>
      `La lectura tarda tanto que estas cifras son más antiguas de lo debido: son ${of(since)}.`,
    manyOperators: (told) =>
      `La plataforma nombra más de ${counted(told)} operadores: los restantes no se distinguen y se cuentan juntos.`,
    silent: (operators, operatorCount, messages, rate) =>
      `${operators} ${operatorCount === 1 ? 'no envió' : 'no enviaron'} confirmación de ninguno de sus ${messages} mensajes${rate === undefined ? '' : `; sin ellos, se entregó el ${rate} de los enviados`}.`,
  },
};
