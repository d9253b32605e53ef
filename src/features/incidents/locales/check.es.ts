import { spanish } from '../../../i18n/plural.ts';
import type { Help } from '../../../i18n/types.ts';
import type { check as en } from './check.en.ts';
import { rehearsal } from './rehearsal.es.ts';

const { counted, of: from } = spanish;

const at = (operators: string | undefined) => (operators === undefined ? '' : ` en ${operators}`);
const of = (operator: string | undefined) => (operator === undefined ? '' : ` de ${operator}`);

const trust: (typeof en)['trust'] = {
  title: (day) => `Cuánto se puede confiar en sus acuses, según todos sus mensajes del ${day}`,
  unknown: 'No hay un día cerrado que diga cuánto se puede confiar en sus acuses.',
  good: 'No hay motivos para dudar de ellos.',
  tooFew: (messages, needed) =>
    `Ese día hubo ${messages}: muy pocos para saber cuánto se puede confiar en sus acuses. Hacen falta ${needed}.`,
  none: 'No envía acuses. Se juzga solo por su traspaso, sus fallos y su silencio.',
  few: (share) => `Solo el ${share} de sus mensajes llega a tener acuse.`,
  receipts: (share) => `El ${share} de sus mensajes tiene acuse.`,
  instant: (share, isDoubt) =>
    `El ${share} de sus acuses llega a menos de un segundo del traspaso${isDoubt ? ', antes de lo que responde un teléfono: puede que los envíe él mismo' : ''}.`,
  lateTail: (share, isDoubt) =>
    `El ${share} de sus entregas tarda más de una hora${isDoubt ? ': lo que falta ahora aún puede llegar' : ''}.`,
  clockOff: (share, isDoubt) =>
    `El ${share} de sus entregas trae horas imposibles${isDoubt ? ': su reloj está desfasado' : ''}.`,
};

const help: Help = {
  title: '¿Fallan los SMS, y de quién es la falla?',
  usage: [
    ['/sms-check', 'un veredicto por operador frente a lo usual a esta hora'],
    ['/sms-check <operador>', 'un operador: sus cifras y cuánto se puede confiar en sus acuses'],
    [
      '/sms-check ensayar [días] [baja|normal|alta]',
      'qué alertas habrían llegado en los últimos días, 7 si no dices cuántos, a un canal que vigila con esta sensibilidad',
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
    'Las cifras tienen como máximo 5 minutos. Lo usual es la misma hora de las últimas cuatro semanas, tal como se veía a la misma edad.',
    'degradado: con certeza peor que de costumbre. caído: la mayoría de los mensajes llega tarde o no llega. caído o atrasado: se traspasaron, y solo se sabe que faltan sus acuses. en silencio: casi no entran mensajes. reloj desfasado: las horas se contradicen. muy pocos: menos de 50 mensajes en un cuarto de hora, ahora o de costumbre. sin plataforma: no se sabe nada de nadie.',
    'En espera: sin acuse después de 2 minutos. Una demora antes del traspaso es de la plataforma; después, no se distingue entre operador y teléfono.',
    'Actualizar lee de nuevo la plataforma, salvo que la última lectura tenga menos de un minuto.',
    'Lo mismo en inglés: rehearse, watch, unwatch, watches, help.',
    'Solo tú ves la respuesta, hasta que la compartas.',
  ],
};

export const check: typeof en = {
  noSuchOperator: (text, known, meant) => ({
    sentence: `«${text}» no es un operador con mensajes ahora, ni a esta hora de las últimas semanas.`,
    nextStep: [
      meant === undefined ? '' : `¿Quisiste decir ${meant}?`,
      known === undefined ? 'En este momento no hay ninguno.' : `Hay: ${known}.`,
      meant === undefined ? 'Qué más se puede preguntar: /sms-check ayuda.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  badDays: (text, mostDays) => ({
    sentence: `«${text}» no es una cantidad de días de 1 a ${mostDays}.`,
    nextStep: `Un ensayo abarca como mucho ${mostDays} días; sin número, una semana. Después puede ir una sensibilidad: baja, normal o alta.`,
  }),
  badRehearsal: (text, mostDays) => ({
    sentence: `No sé qué es «${text}» en un ensayo.`,
    nextStep: `Lleva una sola cantidad de días, ${mostDays} como máximo, y una sola sensibilidad: baja, normal o alta.`,
  }),

  headline: {
    normal: () => 'Los SMS funcionan como de costumbre',
    degraded: (operators) => `Los SMS van peor que de costumbre${at(operators)}`,
    down: (operators) => `Los SMS están caídos${at(operators)}`,
    silent: (operators) => `Casi no entran SMS${operators === undefined ? '' : ` para ${operators}`}`,
    clock_off: (operators) => `Un reloj está desfasado${at(operators)}: no se sabe cuánto tardan los SMS`,
    too_little_traffic: (operators) => `Hay muy pocos SMS${at(operators)} para saber si algo va mal`,
    platform_unreachable: () => 'No se puede leer la plataforma: no se sabe si los SMS funcionan',
  },
  withoutReceipt: (operators) =>
    `La mayoría de los SMS${at(operators)} no tiene acuse: ellos, o solo sus acuses, tardan o se perdieron`,
  agedHeadline: (since, age, headline) =>
    `Datos ${from(since)} (hace ${age}): ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  verdicts: {
    normal: 'normal',
    degraded: 'degradado',
    down: 'caído',
    silent: 'en silencio',
    clock_off: 'reloj desfasado',
    too_little_traffic: 'muy pocos',
    platform_unreachable: 'sin plataforma',
  },
  downOrLate: 'caído o atrasado',
  title: 'Revisión de guardia',
  andMore: (count) => `${counted(count)} más`,

  findings: {
    waiting: (operator, share, usual, count) =>
      `El ${share} de los mensajes${of(operator)} de hace 2 a 7 minutos (unos ${count}) aún no tiene acuse; lo usual es el ${usual}.`,
    late: (operator, share, usual, count) =>
      `El ${share} de los mensajes más nuevos${of(operator)} (unos ${count}) no se entregó en 2 minutos; lo usual es el ${usual}.`,
    slow_hand_over: (operator, share, usual, count) =>
      `El ${share} de los mensajes más nuevos${of(operator)} (unos ${count}) no se traspasó al operador en 30 s; lo usual es el ${usual}.`,
    failures: (operator, share, usual, count) =>
      `El ${share} de los mensajes${of(operator)} de la última hora (${count}) falló; lo usual es el ${usual}.`,
    clock_off: (operator, share, usual, count) =>
      `Las horas del ${share} de los mensajes${of(operator)} (${count}) se contradicen; lo usual es el ${usual}.`,
    silence: (operator, share, _usual, count) =>
      `En un cuarto de hora entró el ${share} de los ${count} mensajes que tuvo la más pobre de las últimas semanas${operator === undefined ? '' : ` para ${operator}`} a esta hora.`,
  },
  measures: {
    waiting: 'en espera',
    late: 'tarde',
    slow_hand_over: 'traspaso lento',
    failures: 'fallidos',
    clock_off: 'reloj desfasado',
    silence: 'del tráfico usual',
  },
  since: (since) => `Desde ${since}, más o menos.`,
  sinceBefore: (since) => `Desde ${since} o antes.`,

  owner: {
    platform: 'La demora es de la plataforma: retiene los mensajes antes de traspasarlos al operador.',
    link: 'Solo los mensajes para este operador esperan antes del traspaso; los demás reciben los suyos. Así que es el lado del operador, o el camino hacia él, y no la plataforma entera.',
    operator: 'Los mensajes se traspasan y esperan después: en el operador o en los teléfonos.',
    shared:
      'Los mensajes se traspasan, y después los acuses tardan o faltan en todos los operadores a la vez. Es más probable que sea la plataforma, que puede estar reteniendo los acuses, que cada operador por su lado.',
    onlyOperator:
      'Los mensajes se traspasan y esperan después: en el operador o en los teléfonos. Los demás operadores van como de costumbre, así que no es la plataforma.',
    unknown: 'Con esto no se puede decir de quién es la falla.',
  },
  nextStep: {
    normal: 'No hay nada que hacer. Si un cliente reclama, busca su número con /sms-status.',
    straying: 'Todavía no hay nada que hacer; mira de nuevo en unos minutos.',
    platform: 'Llama al soporte de la plataforma de mensajería, con las horas de arriba.',
    link: 'Repórtalo al operador a través del soporte de la plataforma, con las horas de arriba.',
    operator: 'Repórtalo al operador a través del soporte de la plataforma, con las horas de arriba.',
    shared:
      'Llama al soporte de la plataforma de mensajería, con las horas de arriba, y pregunta si está reteniendo acuses.',
    unknown: 'Mira uno de los mensajes fallidos con /sms-status y luego llama al soporte de la plataforma.',
    silent: 'Revisa los sistemas que envían: lo más común es que hayan dejado de entregar mensajes.',
    clockOff: 'Avisa al soporte de la plataforma. Las entregas mismas no tienen por qué estar afectadas.',
    tooLittle: 'Busca un mensaje reciente con /sms-status y revisa de nuevo más tarde.',
    unreachable:
      'Revisa el estado de la plataforma y luego llama a su soporte. En cuanto responda, esta revisión también lo hará.',
    wrongCredentials:
      'Pide a quien administra SMS Desk que revise sus credenciales de la plataforma. Hasta entonces no sirve reintentar.',
    notAllowed: 'Pide a quien administra SMS Desk que revise los permisos de su cuenta en la plataforma.',
    recovering: (incidents) =>
      `${incidents === 1 ? 'El incidente de abajo termina' : 'Los incidentes de abajo terminan'} con la tercera revisión buena seguida. Si un cliente reclama, busca su número con /sms-status.`,
    goesOn: (incidents) =>
      incidents === 1
        ? 'El incidente de abajo sigue abierto: su mensaje dice cómo está y qué hacer.'
        : 'Abajo hay incidentes que siguen abiertos: sus mensajes dicen cómo están y qué hacer.',
  },
  unreachableSince: (since) => `No se puede leer desde ${since}.`,
  lastFigures: (since, headline) =>
    headline === undefined
      ? `Las últimas cifras son ${from(since)}.`
      : `Lo que decían las últimas cifras, las ${from(since)}: ${headline.charAt(0).toLowerCase()}${headline.slice(1)}.`,
  well: (operator, inTime, usual) =>
    `El ${inTime} de los mensajes más nuevos${of(operator)} se entregó en 2 minutos; lo usual es el ${usual}.`,
  strays: (operator, now, usual) => `${operator} (${now}; lo usual es ${usual})`,
  straying: (operators) => `Con tan pocos mensajes, o tan poca diferencia, puede ser azar: ${operators}.`,
  tooFew: (messages, needed) =>
    `Hay ${messages} en un cuarto de hora; hacen falta ${needed} ahora, y otros tantos a esta hora de las últimas semanas, para distinguir el azar de una falla.`,
  notCompared: {
    headline: 'Aún no hay con qué comparar los SMS de hoy',
    verdict: 'sin comparar',
    none: 'La plataforma no tiene mensajes de esta hora en las últimas cuatro semanas.',
    comes: 'Se están leyendo las últimas cuatro semanas. Pulsa Actualizar en un momento.',
    unread: 'No se pudieron leer las últimas cuatro semanas. Pulsa Actualizar para probar de nuevo.',
  },

  customerTitle: 'Para los clientes, para copiar:',
  customer: {
    normal: () => 'En este momento nuestros mensajes de texto se entregan como de costumbre.',
    delayed: (operators) =>
      `En este momento los mensajes de texto${operators === undefined ? '' : ` a clientes de ${operators}`} pueden llegar tarde. Estamos trabajando en ello; espere unos minutos antes de pedir un código nuevo.`,
    failing: (operators) =>
      `En este momento algunos mensajes de texto${operators === undefined ? '' : ` a clientes de ${operators}`} no están llegando. Estamos trabajando en ello; pida un código nuevo o, si puede, use otra forma de ingresar.`,
    down: (operators) =>
      `En este momento la mayoría de los mensajes de texto${operators === undefined ? '' : ` a clientes de ${operators}`} llega tarde o no llega. Estamos trabajando en ello; si puede, use otra forma de ingresar.`,
    unknown: () =>
      'Estamos revisando si nuestros mensajes de texto se entregan como de costumbre. Intente de nuevo en unos minutos.',
  },
  languages: { en: 'Inglés', es: 'Español' },

  table: {
    caption: 'Por operador',
    captionWithTimes: 'Por operador (p95: tiempo hasta el operador)',
    operator: 'Operador',
    verdict: 'Veredicto',
    now: 'Ahora',
    usual: 'Usual',
    toOperator: 'p95',
    notYet: 'aún no',
    since: 'Desde',
    messages: (count) => `${count} en 15 min`,
    share: (share, of) => `${share} de ${of}`,
    fewShare: (share, of) => `${share} de ${of}, muy pocos para saber`,
  },
  chart: {
    inTime: 'Entregados en 2 minutos',
    inTimeAxis: '% entregado a tiempo',
    volume: 'Mensajes por cuarto de hora',
    volumeAxis: 'mensajes',
    now: 'hoy',
    usual: 'usual',
    tooFew: (times) => `Sin dibujar, por tener muy pocos mensajes: ${times}`,
    notRead: (times) => `Sin dibujar, por no haberse leído: ${times}`,
  },

  asOf: (since, age) => `datos ${from(since)} (hace ${age})`,
  usualFrom: (weeks, isReconstructed, hasFailures) =>
    `usual: esta hora de ${weeks === 1 ? 'la última semana' : `las últimas ${counted(weeks)} semanas`}, ${isReconstructed ? 'reconstruida, toda o en parte, con las horas de los acuses, así que algo mejor que la real' : 'como se vio a la misma edad'}${hasFailures ? '' : '; los fallos no se comparan'}`,
  usualComing: 'se están leyendo más semanas; estarán en un momento',
  usualUnread: (weeks) =>
    weeks === 1 ? 'no se pudo leer 1 semana' : `no se pudieron leer ${counted(weeks)} semanas`,
  stale: (age) => `La lectura tarda tanto que estas cifras son de hace ${age}.`,
  justRead: (age) =>
    `No se leyó nada más nuevo: estas cifras son de hace ${age}, y se leen de nuevo cuando tienen un minuto.`,
  nothingNewer: (because, age) => `${because} Estas cifras son de hace ${age}.`,
  incident: {
    open: (subject, since) => `Incidente de ${subject} desde ${since}`,
    acknowledged: (by) => `lo tomó ${by}`,
    snoozed: (until, by) =>
      `pospuesto por ${by} ${until === undefined ? 'hasta que se recupere' : `hasta ${until}`}`,
    resolved: (by) => `resuelto por ${by}: no se vuelve a avisar hasta que se haya recuperado`,
    unhandled: 'nadie lo ha tomado todavía',
    recovering: 'recuperándose',
    in: 'en',
  },
  everything: 'todos los operadores',
  thePlatform: 'la plataforma',

  toOperator: {
    label: 'tiempo hasta el operador (p95)',
    beside: (now, usual) => `${now} (usual ${usual})`,
    beyond: 'más del 5% aún no llega',
    tooFew: 'muy pocos para saber',
  },

  trust,

  buttons: { details: 'Un operador …', allOperators: 'Todos los operadores', rehearse: 'Ensayar alertas' },
  shared: 'Compartido en este canal.',

  help,
  rehearsal,
};
