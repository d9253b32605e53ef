import type { checkFigures as en } from './check-figures.en.ts';

export const checkFigures: typeof en = {
  table: {
    caption: 'Por operador',
    captionWithTimes: 'Por operador (p95: tiempo hasta el operador)',
    operator: 'Operador',
    verdict: 'Veredicto',
    measure: 'Medida',
    now: 'Ahora',
    usual: 'Habitual',
    toOperator: 'p95',
    notYet: 'aún no',
    since: 'Desde',
    messages: (count) => `${count} en 15 min`,
    share: (share, of) => `${share} de ${of}`,
    fewShare: (share, of) => `${share} de ${of}, muy pocos`,
    countOf: (hits, of) => `${hits} de ${of}`,
    countSince: (hits, of, since) => `${hits} de ${of} desde ${since}`,
    noReceipts: 'sin confirmaciones',
    traffic: 'mensajes',
  },
  chart: {
    inTime: 'Entregados en 2 minutos',
    inTimeAxis: '% entregado a tiempo',
    volume: 'Mensajes por cuarto de hora',
    volumeAxis: 'mensajes',
    now: 'hoy',
    usual: 'habitual',
    tooFew: (times) => `Fuera del gráfico, muy pocos mensajes: ${times}`,
    notRead: (times) => `Fuera del gráfico, sin leer: ${times}`,
  },

  toOperator: {
    label: 'tiempo hasta el operador (p95)',
    beside: (now, usual) => `${now} (habitual ${usual})`,
    beyond: 'más del 5% aún no llega',
    tooFew: 'muy pocos para saber',
  },

  trust: {
    title: (day) => `¿Son confiables sus confirmaciones? Según todos sus mensajes del ${day}`,
    unknown: 'Todavía no hay un día cerrado que diga si sus confirmaciones son confiables.',
    good: 'No hay motivos para dudar de ellas.',
    tooFew: (messages, needed) =>
      `Ese día hubo solo ${messages}; se necesitan ${needed} para saber si sus confirmaciones son confiables.`,
    none: 'No envía confirmaciones: solo se juzgan el traspaso, las fallas y el silencio.',
    few: (share) => `Solo el ${share} de sus mensajes llega a tener confirmación.`,
    receipts: (share) => `El ${share} de sus mensajes tiene confirmación.`,
    instant: (share, isDoubt) =>
      `El ${share} de sus confirmaciones llega a menos de un segundo del traspaso${isDoubt ? '. Un teléfono no responde tan rápido: puede que las envíe el operador' : ''}.`,
    lateTail: (share, isDoubt) =>
      `El ${share} de sus entregas tarda más de una hora${isDoubt ? ': lo que falta ahora aún puede llegar' : ''}.`,
    clockOff: (share, isDoubt) =>
      `El ${share} de sus entregas trae horas imposibles${isDoubt ? ': su reloj está desfasado' : ''}.`,
  },
};
