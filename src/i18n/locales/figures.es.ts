import { spanish } from '../plural.ts';
import type { figures as en, headlines as english } from './figures.en.ts';

const { at, counted, many, of } = spanish;

export const figures: typeof en = {
  points: (signed) => `${signed} puntos`,

  verdicts: {
    normal: 'normal',
    degraded: 'degradado',
    down: 'caído',
    silent: 'en silencio',
    clock_off: 'reloj desfasado',
    too_little_traffic: 'muy pocos',
    platform_unreachable: 'la plataforma no responde',
  },

  charts: {
    rate: 'Tasa de entrega',
    rateExcept: (parts) => `Tasa de entrega (sin dato: ${parts})`,
    rateExceptSome: (count, all) => `Tasa de entrega (sin dato: ${count} de ${all} tramos)`,
    rateAxis: '% entregado',
    ofAll: 'del total',
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
    messages: 'Mensajes',
    rate: 'Entregado',
    failed: 'Fallidos',
    most: '95% en',
    noReceipts: 'sin confirmaciones',
    withoutReceipt: 'Aún sin confirmar',
    noReceipt: 'Sin confirmar',
    others: (count) => (count === undefined ? 'todos los demás' : `otros ${counted(count)}`),
  },

  totals: {
    messages: 'Mensajes',
    delivered: 'Entregados',
    ofAll: (share) => `${share} del total`,
    failed: 'Fallidos',
    waiting: 'En espera de confirmación',
    noReceipt: 'Sin confirmación',
    other: 'Con otro estado',
  },
  ofFinal: (share) => `De los mensajes con confirmación final, se entregó el ${share}.`,
  final: 'definitivo',
  provisional: (until) => `provisional hasta ${until}`,

  legs: {
    platformToOperator: 'El traspaso al operador',
    operatorToHandset: 'El tramo del operador al teléfono',
    total: 'La entrega',
  },

  latency: {
    title: 'Tiempo de los entregados',
    half: (duration) => `la mitad en ${duration}`,
    most: (duration) => `el 95% en ${duration}`,
    parts: 'Cuánto tardó cada tramo',
    platformToOperator: 'Plataforma → operador',
    operatorToHandset: 'Operador → teléfono',
    total: 'En total',
    within: 'Entregados en',
    unknown: 'sin horas registradas',
    clockOff: (count) => `reloj desfasado: ${count}`,
  },

  failures: {
    title: 'Fallas, en palabras de la plataforma',
    others: (count) => many(count, 'otra palabra', 'otras palabras'),
  },

  notices: {
    shortfall: (announced, received) =>
      `Estas cifras pueden estar incompletas: de los días leídos, la plataforma anunció ${announced} mensajes y envió ${received}.`,
    surplus: (announced, received) =>
      `La plataforma anunció ${announced} mensajes y envió más (${received}): se cuentan todos.`,
    daysMissing:
      'Puede faltar el primer o el último día: una opción de SMS Desk no coincide con la plataforma. Avisa a quien administra SMS Desk.',
    unreadable: (count) =>
      count === 1
        ? '1 entrada de los días leídos no tiene sentido y no se cuenta.'
        : `${counted(count)} entradas de los días leídos no tienen sentido y no se cuentan.`,
    untimed: (count) =>
      `${many(count, 'mensaje no tiene', 'mensajes no tienen')} hora, así que no se sabe de qué día ${count === 1 ? 'es y no se cuenta' : 'son y no se cuentan'}.`,
    stale: (since) => `La lectura es lenta: estas cifras son ${of(since)}.`,
    manyOperators: (listed) => `Hay más de ${counted(listed)} operadores: el resto se cuenta junto.`,
    silent: (operators, operatorCount, messages, rate) =>
      `${operators} ${operatorCount === 1 ? 'no envió' : 'no enviaron'} confirmación de ninguno de sus ${messages} mensajes${rate === undefined ? '' : `; de todos los demás se entregó el ${rate}`}.`,
  },
};

export const headlines: typeof english = {
  of: {
    normal: (operators) => `Los SMS funcionan con normalidad${at(operators)}`,
    degraded: (operators) => `Los SMS van más lentos que lo habitual${at(operators)}`,
    down: (operators) => `Los SMS están caídos${at(operators)}`,
    silent: (operators) => `Casi no entran SMS${operators === undefined ? '' : ` para ${operators}`}`,
    clock_off: (operators) => `Reloj desfasado${at(operators)}: los tiempos de entrega no son confiables`,
    too_little_traffic: (operators) => `Muy pocos SMS${at(operators)} para sacar una conclusión`,
    platform_unreachable: () => 'La plataforma de SMS no responde; no sé si los SMS funcionan',
  },
  failing: (operators) => `Fallan más SMS que lo habitual${at(operators)}`,
  partlyFailing: (operators) => `Algunos SMS${at(operators)} se atrasan y otros fallan`,
  late: (operators) => `La mayoría de los SMS${at(operators)} llega tarde`,
  withoutReceipt: (operators) => `La mayoría de los SMS${at(operators)} sigue sin confirmación`,
  partly: (judged, of) =>
    judged === 0
      ? 'Normal en total; aún no se puede juzgar cada operador por separado'
      : `Normal en ${counted(judged)} de ${counted(of)} operadores; los demás aún no se pueden juzgar`,
  withoutReceipts: (operator) => `Los SMS se traspasan con normalidad; sin confirmaciones de ${operator}`,
  notCompared: 'Aún no hay con qué comparar los SMS de hoy',
  uncompared: {
    late: (operators) => `Muchos SMS en ${operators} se atrasan; aún no hay con qué compararlos`,
    failures: (operators) => `Muchos SMS en ${operators} fallan; aún no hay con qué compararlos`,
    both: (operators) => `Muchos SMS en ${operators} se atrasan o fallan; aún no hay con qué compararlos`,
  },
  operators: (count) => `${counted(count)} operadores`,
  verdicts: { notCompared: 'sin comparar', downOrLate: 'caído o atrasado', late: 'atrasado' },
  incident: {
    everywhere: 'Todos los operadores',
    sum: 'Los operadores en conjunto',
    platform: 'La plataforma de SMS',
    verdicts: {
      degraded: 'SMS degradados',
      down: 'SMS caídos',
      down_or_late: 'SMS caídos o atrasados',
      silent: 'en silencio',
      clock_off: 'reloj desfasado',
      platform_unreachable: 'no responde',
      platform_refusing: 'rechaza a SMS Desk',
      platform_unreadable: 'sin cifras legibles',
    },
    stillOpen: (subjects) => `Incidente aún abierto en ${subjects}, aunque los últimos datos se ven normales`,
    line: {
      open: (subject, since) => `Incidente: ${subject} desde ${since}`,
      acknowledged: (by) => `lo tiene ${by}`,
      snoozed: (until, by) =>
        `pospuesto por ${by} ${until === undefined ? 'hasta que se recupere' : `hasta ${until}`}`,
      resolved: (by) => `resuelto por ${by}`,
      unhandled: 'nadie lo ha tomado',
      recovering: 'recuperándose',
      in: 'en',
    },
    missingRange: (least: number, most: number) => {
      if (least === most) return `al menos ${counted(least)}`;
      return least > 0 ? `entre ${counted(least)} y ${counted(most)}` : `hasta ${counted(most)}`;
    },
    affected: ({ late, failed, missing, mostMissing }) => {
      const about = [
        ...(failed > 0 ? [many(failed, 'fallido', 'fallidos')] : []),
        ...(late > 0 ? [many(late, 'atrasado', 'atrasados')] : []),
      ].join(', ');
      const parts = [
        ...(mostMissing > 0
          ? [
              `${mostMissing === 1 ? 'falta' : 'faltan'} ${headlines.incident.missingRange(missing, mostMissing)}`,
            ]
          : []),
        ...(about === '' ? [] : [failed + late === 1 ? about : `unos ${about}`]),
      ];
      return parts.join(', ');
    },
  },
};
