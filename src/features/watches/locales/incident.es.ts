import type { IncidentLabel } from '../../../domain/detection/incident.ts';
import { headlines } from '../../../i18n/locales/figures.es.ts';
import { spanish } from '../../../i18n/plural.ts';
import type { incident as en, pack as packEn } from './incident.en.ts';
import type { Began } from './shapes.ts';
import { watch } from './watch.es.ts';

const { counted, many, of: from } = spanish;

const CAUSES: Readonly<Record<'now' | 'over', Readonly<Record<keyof (typeof packEn)['isFor'], string>>>> = {
  now: {
    platform: 'Los mensajes esperan en la plataforma de SMS antes de traspasarse al operador.',
    link: 'El operador no recibe los mensajes de la plataforma de SMS, mientras que otros operadores sí reciben los suyos.',
    operator:
      'La plataforma de SMS ya traspasó los mensajes; esperan después, en el operador o en los teléfonos.',
    shared:
      'Los mensajes de varios operadores esperan a la vez después de traspasarse, lo que apunta a una sola causa, en la plataforma de SMS o entre ella y los operadores.',
    unknown: 'Desde aquí no se puede saber de qué lado está la causa.',
  },
  over: {
    platform: 'Los mensajes esperaban en la plataforma de SMS antes de traspasarse al operador.',
    link: 'El operador no recibía los mensajes de la plataforma de SMS, mientras que otros operadores sí recibían los suyos.',
    operator:
      'La plataforma de SMS ya había traspasado los mensajes; esperaban después, en el operador o en los teléfonos.',
    shared:
      'Los mensajes de varios operadores esperaban a la vez después de traspasarse, lo que apunta a una sola causa, en la plataforma de SMS o entre ella y los operadores.',
    unknown: 'Desde aquí no se puede saber de qué lado estaba la causa.',
  },
};

const pack: typeof packEn = {
  reading: 'Reuniendo ejemplos para el informe de escalamiento.',
  sent: 'El informe de escalamiento está en tus mensajes directos con SMS Desk.',
  fullNumbers: 'Números completos',
  fullNumbersSent:
    'El archivo con los números completos está en tus mensajes directos con SMS Desk. Queda registrado con tu motivo.',
  isFor: {
    platform: () => 'Para el soporte de la plataforma de SMS: la demora es suya.',
    link: (operators) =>
      `Para el soporte de la plataforma de SMS: la demora está entre la plataforma y ${operators}.`,
    operator: (operators) =>
      `Para ${operators}, a través del soporte de la plataforma de SMS: la demora viene después del traspaso.`,
    shared: () =>
      'Para el soporte de la plataforma de SMS: lo que afecta a varios operadores a la vez suele venir de ella.',
    unknown: () => 'Para el soporte de la plataforma de SMS, que puede revisar ambos lados.',
  },
  introduction: 'Copia el texto en su idioma. No lleva ningún número completo ni el texto de ningún mensaje.',
  statementTitle: 'Español',
  examples: (shown, of, time) =>
    `El archivo trae ${shown === of ? many(of, 'ejemplo', 'ejemplos') : `${shown} de ${many(of, 'ejemplo', 'ejemplos')}`} (${time}). Cada mensaje se busca por su número enmascarado y sus horas exactas (UTC).`,
  noExamples: 'No hay ejemplos en ese tiempo, así que no hay archivo.',
  examplesFailed:
    'La plataforma no entregó ejemplos, así que no hay archivo. Prueba de nuevo en unos minutos.',
  noPlatformPack: {
    sentence: 'No hay informe de escalamiento de la plataforma misma: no se puede leer nada de ella.',
    nextStep: 'Avisa a quienes la operan cuándo dejó de responder; las horas están en Detalles.',
  },
  statement: (facts) =>
    [
      `${facts.to === undefined ? `Desde el ${facts.from}${facts.isFirstSeen ? ' o antes' : ''}, hace ${facts.lasted}, vemos` : `Del ${facts.from}${facts.isFirstSeen ? ' o antes' : ''} al ${facts.to}, durante ${facts.lasted}, vimos`} problemas con los SMS: ${facts.subject}.`,
      CAUSES[facts.to === undefined ? 'now' : 'over'][facts.owner ?? 'unknown'],
      ...(facts.worstAt === undefined
        ? []
        : [
            `En el peor momento, ${facts.worstAt}${facts.isOfAll ? ', contando los mensajes de todos los operadores' : ''}:`,
          ]),
      ...facts.findings,
      ...(facts.affected === undefined ? [] : [facts.affected]),
      ...(facts.examples === undefined
        ? []
        : [
            `Mensajes del caso, de los entregados a la plataforma de SMS (${facts.examples.time}), tal como estaban al ${facts.examples.readAt}:`,
            ...facts.examples.sections,
            `El archivo adjunto trae ${facts.examples.shown} de ellos. Cada fila se ubica por su número enmascarado y sus horas exactas, en UTC.`,
          ]),
      facts.to === undefined
        ? 'Por favor, indíquennos la causa y para cuándo se espera la solución.'
        : 'Por favor, indíquennos la causa y si está resuelta.',
    ].join('\n'),
  section(operator, of, { failed, late, waiting, slow, notHandedOver }) {
    const kinds = [
      ...(notHandedOver > 0 ? [`${counted(notHandedOver)} sin traspaso alguno al operador`] : []),
      ...(slow > 0 ? [`${many(slow, 'traspasado', 'traspasados')} al operador después de más de 30 s`] : []),
      ...(waiting > 0 ? [`${counted(waiting)} sin confirmación por más de 2 minutos`] : []),
      ...(late > 0 ? [`${many(late, 'entregado', 'entregados')} después de más de 2 minutos`] : []),
      ...(failed > 0 ? [many(failed, 'fallido', 'fallidos')] : []),
    ];
    return `- ${operator}: ${many(of, 'mensaje', 'mensajes')} (${kinds.join(', ')})`;
  },
};

const { verdicts, missingRange } = headlines.incident;

const verdictSince = (verdict: IncidentLabel, began: Began) => {
  if ('firstSeen' in began) return `${verdicts[verdict]}, visto por primera vez: ${began.firstSeen}`;
  const { since, relapse } = began;
  if (!relapse) return `${verdicts[verdict]} desde ${since}`;
  return `${verdicts[verdict]} otra vez desde ${since} (${ordinal(relapse.times)} vez desde ${relapse.first})`;
};

const ordinal = (count: number) =>
  ['primera', 'segunda', 'tercera', 'cuarta', 'quinta'][count - 1] ?? `${counted(count)}.ª`;

export const incident: typeof en = {
  headline: (subject, verdict, began) => `${subject}: ${verdictSince(verdict, began)}`,
  recoveringHeadline: (subject, verdict, began) =>
    `${subject}: en recuperación (${verdictSince(verdict, began)})`,
  snoozedHeadline: (subject, verdict, began, until) =>
    `${subject}: pospuesto hasta ${until ?? 'que se recupere'} (${verdictSince(verdict, began)})`,
  over: {
    ended: (subject, duration, times) =>
      `${subject}: normal otra vez tras ${duration}${times > 1 ? ` (mal ${counted(times)} veces)` : ''}`,
    lost_sight: (subject) => `${subject}: cerrado, muy pocos mensajes para saber`,
    unchecked: (subject) => `${subject}: cerrado, sin revisar por más de una hora`,
    unwatched: (subject) => `${subject}: ya no se vigila`,
  },
  about: (duration) => `cerca de ${duration}`,
  resolvedHeadline: (subject, name) => `${subject}: resuelto por ${name}`,
  recovering: (since) =>
    since === undefined
      ? 'Las últimas revisiones salieron mejor. Se cierra si eso se mantiene.'
      : `Normal desde ${since}. Se cierra si eso se mantiene.`,
  platformRecovering: (since) =>
    `Responde otra vez${since === undefined ? '' : ` desde ${since}`}. Se cierra si eso se mantiene.`,
  span: (name, times) =>
    `${name}: ${times.map((time) => ('since' in time ? `desde ${time.since}${time.isBetter ? ', ya mejor' : ''}` : time.hours)).join(', ')}`,
  noLogin: 'No deja que SMS Desk inicie sesión.',
  noReport: 'Responde sin cifras, o no responde.',
  unreadable: {
    invalid_answer: 'Responde con algo que no son cifras; puede ser una página de mantenimiento.',
    not_found: 'Responde «no encontrado».',
  },
  refused: {
    rate_limited: 'Dice que se le pregunta demasiado seguido.',
    busy: 'SMS Desk está demasiado ocupado para leerla.',
    other: 'Rechaza lo que SMS Desk le pide.',
  },
  refusedNext: 'Pide a quien administra SMS Desk que revise su registro.',
  unseen: {
    platform: (since) => `La plataforma no responde desde ${since}.`,
    tooLittle: (since) => `Sin revisar desde ${since}: muy pocos SMS.`,
  },
  foundBefore: 'Antes:',
  atWorst: (when, finding) => `En el peor momento (${when}): ${finding}`,
  seen: (now, usual) => `${now}; habitual ${usual}`,
  packNext: 'Abre un caso con el informe de abajo.',
  operators: (names) => `Afecta a: ${names}.`,
  affectedInFull: ({ late, failed, missing, mostMissing }) =>
    [
      ...(mostMissing > 0
        ? [
            `En comparación con las últimas semanas, ${mostMissing === 1 ? 'faltó' : 'faltaron'} ${missingRange(missing, mostMissing)} ${mostMissing === 1 ? 'mensaje' : 'mensajes'}.`,
          ]
        : []),
      ...(failed > 0
        ? [
            failed === 1
              ? 'Falló 1 mensaje más que lo habitual.'
              : `Fallaron unos ${counted(failed)} mensajes más que lo habitual.`,
          ]
        : []),
      ...(late > 0
        ? [
            late === 1
              ? '1 mensaje más que lo habitual se atrasó más de 2 minutos.'
              : `Unos ${counted(late)} mensajes más que lo habitual se atrasaron más de 2 minutos.`,
          ]
        : []),
    ].join(' '),
  became: {
    ended: (when, lasted, calledAt) =>
      `Normal otra vez desde ${when}, tras ${lasted}.${calledAt === undefined ? '' : ` Cerrado ${calledAt}, tras varias revisiones buenas.`}`,
    lost_sight: (when) => `Muy pocos mensajes desde ${when} para saber si ya funciona.`,
    unchecked: (when) =>
      `Más de una hora sin revisar después ${from(when)}. Si sigue pasando, llega otro mensaje.`,
    unwatched: (when) => `Ningún canal vigila con esta sensibilidad desde ${when}.`,
  },
  unacknowledged: 'Nadie lo ha tomado',
  acknowledged: (name) => `Lo tiene ${name}`,
  closed: (when) => `Cerrado ${when}, tras varias revisiones buenas`,
  worksAgain: (since, closed) => `Normal desde ${since}; cerrado ${closed}`,
  resolved: 'Sin nuevos avisos hasta que se recupere',
  snoozed: (until) => `pospuesto hasta ${until ?? 'que se recupere'}`,
  notes: {
    asOf: (since) => `datos ${from(since)}`,
    corrected: (when) => `contado de nuevo ${when}, con recibos tardíos`,
    comparedWith: (weeks, isReconstructed) =>
      `comparado con esta hora de ${weeks === 1 ? 'la última semana' : `las últimas ${counted(weeks)} semanas`}${isReconstructed ? ', estimada' : ''}`,
  },

  thread: {
    worsened: (subject, verdict) => `${subject}: peor ahora (${verdicts[verdict]}).`,
    widened: (names) => `Ahora afecta a más operadores: ${names}.`,
    relapsed: (subject, verdict, { times, first }) =>
      `${subject}: ${verdicts[verdict]} otra vez (${ordinal(times)} vez desde ${first}).`,
    acknowledged: (name) => `Lo tiene ${name}.`,
    resolved: (name) => `${name} lo resolvió. Sin nuevos avisos hasta que se recupere.`,
    snoozed: (name, until) =>
      `${name} lo pospuso hasta ${until ?? 'que se recupere'}: aquí no habrá novedades; el mensaje de arriba sigue al día.`,
    woken: (name) => (name === undefined ? 'Terminó la pausa y el incidente sigue.' : `${name} lo reactivó.`),
    lost_sight: 'Cerrado: una hora con muy pocos mensajes para saber si ya funciona.',
    unwatched: 'Cerrado: ningún canal vigila ya con esta sensibilidad.',
  },

  buttons: {
    acknowledge: 'Lo tomo',
    snoozeFor: (minutes) =>
      `Posponer ${minutes < 60 ? `${minutes} minutos` : many(minutes / 60, 'hora', 'horas')}`,
    snoozeToTheEnd: 'Posponer hasta que se recupere',
    snoozeOther: 'Posponer por otro tiempo…',
    wake: 'Reactivar ahora',
    resolve: 'Resolver',
    details: 'Detalles',
  },
  snoozeForm: {
    title: 'Posponer',
    submit: 'Posponer',
    until: '¿Por cuánto tiempo o hasta cuándo?',
    untilHint: (zone) =>
      `Por ejemplo 45 min, 3 horas, hasta las 14:30 o mañana a las 9; horas en ${zone}. Una semana como máximo.`,
    problems: {
      not_understood: 'No entiendo ese tiempo. Escríbelo como 45 min o hasta las 14:30.',
      past: 'Esa hora ya pasó. Elige una más tarde.',
      too_long: 'Es más de una semana. Elige menos, o pospón hasta que se recupere.',
    },
  },
  resolving: {
    title: '¿Dar por resuelto este incidente?',
    text: 'No habrá nuevos avisos hasta que se recupere, aunque siga.',
    confirm: 'Resolver',
    deny: 'Dejarlo abierto',
  },

  already: {
    acknowledged: (name, when) => `${name} ya lo tiene, desde ${when}.`,
    resolved: (name, when) => `${name} ya lo resolvió, ${when}.`,
    snoozed: 'Ya está pospuesto por ese tiempo.',
    woken: 'No está pospuesto.',
  },
  isOver: (when) => `Terminó ${when}: ya no queda nada por hacer.`,
  forgotten: (days) => ({
    sentence: 'Este incidente ya se borró.',
    nextStep: `Se guardan ${days === 1 ? 'un día' : `${days} días`} después de terminar. Para ver cómo está todo ahora, usa /sms-check.`,
  }),

  details: {
    title: (subject) => `Detalles: ${subject}`,
    now: 'Además, en la última revisión',
    worst: (when) => `En el peor momento, ${when}`,
    history: 'Historial',
    events: {
      began: ({ verdict }) => `se notó: ${verdict}`,
      worsened: ({ verdict }) => `peor: ${verdict}`,
      widened: () => 'más operadores',
      relapsed: ({ verdict }) => `otra vez mal: ${verdict}`,
      resumed: () => 'no había terminado: sigue el mismo problema',
      acknowledged: ({ name }) => `lo tiene ${name}`,
      resolved: ({ name }) => `lo resolvió ${name}`,
      snoozed: ({ name }) => `lo pospuso ${name}`,
      woken: ({ name }) => (name === undefined ? 'terminó la pausa' : `lo reactivó ${name}`),
      ended: () => 'cerrado: normal otra vez',
      lost_sight: () => 'cerrado: muy pocos mensajes para saber',
      unchecked: () => 'cerrado: sin revisar por más de una hora',
      unwatched: () => 'cerrado: ya no se vigila',
    },
    tooMany: (count) => `${many(count, 'entrada anterior', 'entradas anteriores')} sin mostrar`,
  },

  pack,
  watch,
};
