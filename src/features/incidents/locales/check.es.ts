import { spanish } from '../../../i18n/plural.ts';
import type { Help } from '../../../i18n/types.ts';
import type { checkFigures as checkFiguresEn, check as en } from './check.en.ts';
import { evidence } from './evidence.es.ts';
import { rehearsal } from './rehearsal.es.ts';

const { counted, many, of: from } = spanish;

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
    share: (share, of) => `${share} de ${of}`,
    countOf: (hits, of) => `${hits} de ${of}`,
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

const REFUSED = 'La plataforma rechaza a SMS Desk; no sé si los SMS funcionan';

const place = (isOfCheck: boolean) =>
  isOfCheck ? 'adjunta las cifras de abajo' : 'los datos están en el incidente de abajo';
const openTicket = (isOfCheck: boolean) =>
  `Abre un caso con el soporte de la plataforma; ${place(isOfCheck)}.`;

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

  unusableAnswers: {
    wrong_credentials: {
      headline: REFUSED,
      nextStep: 'Pide a quien administra SMS Desk que revise sus credenciales de la plataforma.',
    },
    not_allowed: {
      headline: REFUSED,
      nextStep: 'Pide a quien administra SMS Desk que revise los permisos de su cuenta.',
    },
    invalid_answer: {
      headline: 'No pude leer lo que responde la plataforma; no sé si los SMS funcionan',
      because: 'Responde, pero sin cifras. Puede ser una página de mantenimiento o de inicio de sesión.',
      nextStep: 'Pregunta al soporte de la plataforma si está en mantenimiento.',
    },
    not_found: {
      headline: 'La plataforma responde «no encontrado»; no sé si los SMS funcionan',
      nextStep: 'Pide a quien administra SMS Desk que revise la dirección de la plataforma.',
    },
  },
  agedHeadline: (since, headline) => `Datos ${from(since)}: ${headline}`,
  andMore: (count) => `${counted(count)} más`,

  findings: {
    waiting: (operator, share, usual, count) =>
      `El ${share} de los mensajes${of(operator)} de hace 2 a 7 minutos (unos ${count}) sigue sin confirmación; lo habitual es el ${usual}.`,
    late: (operator, share, usual, count) =>
      `El ${share} de los mensajes más nuevos${of(operator)} (unos ${count}) no llegó en 2 minutos; lo habitual es el ${usual}.`,
    slow_hand_over: (operator, share, usual, count) =>
      `El ${share} de los mensajes más nuevos${of(operator)} (unos ${count}) no se traspasó al operador en 30 s; lo habitual es el ${usual}.`,
    failures: (operator, share, usual, count) =>
      `El ${share} de los mensajes recientes${of(operator)} (unos ${count}) falló; lo habitual es el ${usual}.`,
    clock_off: (operator, share, usual, count) =>
      `El ${share} de los mensajes${of(operator)} (${count}) trae horas que se contradicen; lo habitual es el ${usual}.`,
    silence: (operator, messages, _usual, count) =>
      `${messages}${operator === undefined ? '' : ` para ${operator}`} en 15 min; a esta hora nunca son menos de ${count}.`,
  },
  few: (count) => (count === 0 ? 'Ningún mensaje' : `Solo ${many(count, 'mensaje', 'mensajes')}`),
  measures: {
    waiting: 'en espera',
    late: 'atrasados',
    slow_hand_over: 'traspasados tarde',
    failures: 'fallidos',
    clock_off: 'con la hora mal',
    silence: 'del tráfico habitual',
  },
  since: (since) => `Desde ${since}, más o menos.`,
  sinceBefore: (since) => `Desde ${since} o antes.`,

  owner: {
    platform: 'La plataforma los retiene antes del traspaso.',
    link: 'Solo los mensajes de este operador esperan antes del traspaso: es el operador, o el camino hacia él.',
    operator: 'Se traspasaron y esperan en el operador o en los teléfonos.',
    shared:
      'Se traspasaron, y las confirmaciones de todos los operadores faltan o tardan: lo más probable es la plataforma.',
    onlyOperator: 'Se traspasaron y esperan. Los demás operadores van bien, así que no es la plataforma.',
    unknown: 'Esto no muestra de quién es la falla.',
  },
  nextStep: {
    normal: 'Nada. Si un cliente pregunta, busca su número con /sms-status.',
    slightlyWorse: 'Nada por ahora; actualiza en unos minutos.',
    platform: (isOfCheck) => `Llama al soporte de la plataforma; ${place(isOfCheck)}.`,
    link: openTicket,
    operator: openTicket,
    shared: 'Llama al soporte de la plataforma y pregunta si retiene confirmaciones.',
    unknown: 'Busca un mensaje fallido con /sms-status y llama al soporte de la plataforma.',
    silent: 'Revisa los sistemas que envían.',
    clockOff: 'Avisa al soporte de la plataforma.',
    tooLittle: 'Mira los mensajes más nuevos con el botón de abajo.',
    tooLittleShared: 'Mira los mensajes más nuevos con /sms-check.',
    noMessages: 'Busca un mensaje reciente con /sms-status.',
    notCompared: 'Pulsa Actualizar en unos segundos.',
    unreachable: 'Llama al soporte de la plataforma.',
    goesOn: 'Sigue el incidente de abajo.',
  },
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
  about: (usual) => `cerca del ${usual}`,
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

  customer: {
    normal: () => 'Nuestros mensajes de texto están llegando con normalidad.',
    delayed: (to) => `Los mensajes${to} pueden tardar. Espere antes de pedir otro código.`,
    failing: (to) => `Algunos mensajes${to} no llegan. Pida otro código.`,
    notArriving: (to) => `Los mensajes${to} no están llegando.`,
    down: (to) => `Los mensajes${to} se atrasan o no están llegando.`,
    unknown: () => 'Estamos revisando nuestros mensajes de texto. Intente de nuevo en unos minutos.',
  },
  customers: { of: (operator) => ` a clientes de ${operator}`, some: ' a algunos clientes' },

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
    open: (subject, since) => `Incidente: ${subject} desde ${since}`,
    acknowledged: (by) => `lo tiene ${by}`,
    snoozed: (until, by) =>
      `pospuesto por ${by} ${until === undefined ? 'hasta que se recupere' : `hasta ${until}`}`,
    resolved: (by) => `resuelto por ${by}`,
    unhandled: 'nadie lo ha tomado',
    recovering: 'recuperándose',
    in: 'en',
    more: (count) => `${counted(count)} más en Detalles`,
    moreShared: (count) => `${counted(count)} más ${count === 1 ? 'abierto' : 'abiertos'}`,
  },
  everything: 'todos los operadores',

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

  evidence,
  help: checkHelp,
  rehearsal,
};
