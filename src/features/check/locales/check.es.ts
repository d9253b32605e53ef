import { runs } from '../../../i18n/locales/runs.es.ts';
import { spanish } from '../../../i18n/plural.ts';
import type { Help } from '../../../i18n/types.ts';
import type { checkFigures as checkFiguresEn, check as en } from './check.en.ts';

const { counted, many, of: from } = spanish;

const rehearsal: (typeof en)['rehearsal'] = {
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

const checkHelp: Help = {
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

const checkFigures: typeof checkFiguresEn = {
  table: {
    caption: 'Por operador',
    operator: 'Operador',
    verdict: 'Veredicto',
    measure: 'Medida',
    now: 'Ahora',
    usual: 'Habitual',
    notYet: 'aún no',
    withUsual: (name) => `${name} (habitual)`,
    nowAndUsual: (now, usual) => `${now} (${usual})`,
    atLeast: (usual) => `al menos ${usual}`,
    messages: (count) => `${count} en 15 min`,
    countSince: (hits, of, since) => `${hits} de ${of} desde ${since}`,
    counted: {
      waiting: () => ', de hace 2 a 7 min',
      late: (since) => ` desde ${since}, de más de 2 min`,
      slow_hand_over: (since) => ` desde ${since}, de más de 30 s`,
      failures: (since) => ` desde ${since}`,
      clock_off: (since) => ` desde ${since}, con horas`,
    },
    tooFew: ', muy pocos',
    noReceipts: 'sin confirmaciones',
    measures: {
      silence: 'mensajes',
      since: 'desde',
      delivered: 'entregados',
      toOperator: 'p95 hasta el operador',
    },
  },
  chart: {
    inTime: 'Entregados en menos de 2 minutos',
    inTimeAxis: '% entregado a tiempo',
    volume: 'Mensajes por cuarto de hora',
    volumeAxis: 'mensajes',
    now: 'hoy',
    usual: 'habitual',
    tooFew: (times) => `Fuera del gráfico, muy pocos mensajes: ${times}`,
    notRead: (times) => `Fuera del gráfico, sin leer: ${times}`,
  },

  trust: {
    title: (day) => `¿Son confiables sus confirmaciones? Según todos sus mensajes del ${day}`,
    unknown: 'Es muy temprano para saber: ningún día es definitivo todavía.',
    good: 'No hay motivos para dudar de ellas.',
    tooFew: (messages, needed) =>
      `Ese día hubo solo ${messages}; se necesitan ${needed} para saber si sus confirmaciones son confiables.`,
    none: 'Sin confirmaciones: solo se juzgan el traspaso, las fallas y el silencio.',
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

const of = (operator: string | undefined) => (operator === undefined ? '' : ` de ${operator}`);

export const check: typeof en = {
  noSuchOperator: (text, known, meant) => ({
    sentence:
      text === undefined ? 'Ese operador no tiene mensajes ahora.' : `Ningún operador se llama «${text}».`,
    nextStep: [
      meant === undefined ? '' : `¿Quisiste decir ${meant}?`,
      known === undefined ? 'Ahora ningún operador tiene mensajes.' : `Operadores: ${known}.`,
      meant === undefined ? 'Para más: /sms-check ayuda.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  mentionExample: (operator) => (operator === undefined ? 'revisar' : `revisar ${operator}`),
  everyOperator: 'Todos los operadores',
  operatorsWithReceipts: 'Operadores con confirmaciones',
  badDays: (text, mostDays) => ({
    sentence: `«${text}» no es un número de días de 1 a ${mostDays}.`,
    nextStep: `Da de 1 a ${mostDays} días, o ninguno para una semana. Puedes agregar una sensibilidad: baja, normal o alta.`,
  }),
  badRehearsal: (text, mostDays) => ({
    sentence: `No entendí «${text}».`,
    nextStep: `Da un solo número de días, ${mostDays} como máximo, y una sola sensibilidad: baja, normal o alta.`,
  }),

  agedHeadline: (since, headline) => `Datos ${from(since)}: ${headline}`,

  since: (since) => `Desde ${since}, más o menos.`,
  sinceBefore: (since) => `Desde ${since} o antes.`,

  circuit: {
    platform: (since) => `Plataforma de SMS: sin respuesta desde ${since}`,
    oauth: (since) => `Búsquedas por identificador: sin respuesta desde ${since}`,
    open: (every) => `probando otra vez cada ${every} (cortacircuitos abierto)`,
    half_open: () => 'probando otra vez (cortacircuitos semiabierto)',
  },
  unreachableSince: (since) => `Sin respuesta desde ${since}.`,
  unreadableSince: (since) => `Sin cifras desde ${since}.`,
  lastFigures: (since, headline) =>
    headline === undefined
      ? `Las últimas cifras son ${from(since)}.`
      : `Las últimas cifras (${from(since)}): ${headline}.`,
  well: {
    late: (operator, inTime, usual) =>
      `El ${inTime} de los mensajes más nuevos${of(operator)} llegó en menos de 2 minutos; lo habitual, ${usual}.`,
    slowHandOver: (operator, inTime, usual) =>
      `El ${inTime} de los mensajes más nuevos${of(operator)} se traspasó en menos de 30 s; lo habitual, ${usual}.`,
  },
  remark: (operator, now, usual) =>
    `${operator} (${now}${usual === undefined ? '' : `; lo habitual, ${usual}`})`,
  slightlyWorse: (operators) => `Algo peor, quizás por casualidad: ${operators}.`,
  failedBefore: (operators) => `Los más nuevos llegan con normalidad, pero antes: ${operators}.`,
  tooFew: (messages) =>
    `${messages} en 15 min, y muy pocos en las últimas tres horas para saber con certeza.`,
  delivered: (operators, since, delivered, usual) =>
    `${operators} desde ${since}: ${delivered} entregados${usual === undefined ? '' : `; lo habitual, ${usual}`}.`,
  noneLately: 'Ningún mensaje en las últimas 3 horas.',
  notCompared: {
    none: 'No hay mensajes de esta hora en las últimas cuatro semanas.',
    few: 'Muy pocos mensajes a esta hora en las últimas cuatro semanas.',
    reading: 'Leyendo ahora las últimas cuatro semanas.',
    unread: 'No se pudieron leer las últimas cuatro semanas.',
    operators: (operators) => `Aún no hay con qué comparar: ${operators}.`,
  },

  ...checkFigures,

  asOf: (since, age) => `datos ${from(since)} (hace ${age})`,
  usualFrom: (weeks, isReconstructed, hasFailures) =>
    `Habitual: esta hora de ${weeks === 1 ? 'la última semana' : `las últimas ${counted(weeks)} semanas`}, ${isReconstructed ? 'estimada con las horas de las confirmaciones, algo mejor que la real' : 'tal como se veía en ese momento'}${hasFailures ? '' : '; las fallas no se comparan'}`,
  readingMoreWeeks: 'se están leyendo más semanas',
  usualUnread: (weeks) =>
    weeks === 1 ? 'no se pudo leer 1 semana' : `no se pudieron leer ${counted(weeks)} semanas`,
  incidentsUnread:
    'Ahora no puedo conectar con la base de datos de SMS Desk: los incidentes abiertos no se muestran.',
  stale: (age) => `La lectura es lenta: estas cifras son de hace ${age}.`,
  justRead: (age) => `Leído hace ${age}; Actualizar vuelve a leer después de un minuto.`,
  nothingNewer: (because) => `Sin cifras más nuevas: ${because}`,
  incident: {
    more: (count) => `${counted(count)} más en Detalles`,
    moreShared: (count) => `${counted(count)} más ${count === 1 ? 'abierto' : 'abiertos'}`,
  },

  buttons: {
    details: 'Detalles',
    oneOperator: 'Un operador…',
    allOperators: 'Todos los operadores',
    rehearse: 'Ensayar avisos',
    newest: (operator) => `Lo último de ${operator}`,
  },
  whichOperator: '¿Qué operador?',
  details: {
    title: 'Detalles de la revisión',
    customers: { en: 'Para los clientes, en inglés:', es: 'Para los clientes, en español:' },
  },
  newest: {
    unconfirmed: 'enviado; este operador no confirma entregas',
    title: (operator) => `Los mensajes más nuevos de ${operator}`,
    none: (operator) => `Ningún mensaje de ${operator} en las últimas 3 horas.`,
  },
  shared: 'Compartido en este canal.',

  help: checkHelp,
  rehearsal,
};
