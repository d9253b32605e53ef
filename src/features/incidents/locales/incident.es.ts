import { spanish } from '../../../i18n/plural.ts';
import type { incident as en } from './incident.en.ts';
import type { Began, IncidentLabel } from './shapes.ts';
import { watch } from './watch.es.ts';

const { counted, many } = spanish;

const verdicts: Readonly<Record<IncidentLabel, string>> = {
  degraded: 'peor que lo habitual',
  down: 'SMS caídos',
  down_or_late: 'SMS caídos o atrasados',
  silent: 'casi sin mensajes',
  clock_off: 'reloj desfasado',
  platform_unreachable: 'sin poder leerse',
};

const called = (verdict: IncidentLabel, began: Began) =>
  'since' in began
    ? `${verdicts[verdict]} desde ${began.since}`
    : `${verdicts[verdict]}, visto por primera vez: ${began.firstSeen}`;

const CAUSES: Readonly<Record<'now' | 'over', Readonly<Record<keyof (typeof en)['pack']['isFor'], string>>>> =
  {
    now: {
      platform: 'Los mensajes esperan en la plataforma de mensajería antes de traspasarse al operador.',
      link: 'El operador no recibe los mensajes de la plataforma de mensajería, mientras que otros operadores sí reciben los suyos.',
      operator:
        'La plataforma de mensajería ya traspasó los mensajes; esperan después, en el operador o en los teléfonos.',
      shared:
        'Los mensajes de varios operadores esperan a la vez después de traspasarse, lo que apunta a una sola causa, en la plataforma de mensajería o entre ella y los operadores.',
      unknown: 'Desde aquí no se puede saber de qué lado está la causa.',
    },
    over: {
      platform: 'Los mensajes esperaban en la plataforma de mensajería antes de traspasarse al operador.',
      link: 'El operador no recibía los mensajes de la plataforma de mensajería, mientras que otros operadores sí recibían los suyos.',
      operator:
        'La plataforma de mensajería ya había traspasado los mensajes; esperaban después, en el operador o en los teléfonos.',
      shared:
        'Los mensajes de varios operadores esperaban a la vez después de traspasarse, lo que apunta a una sola causa, en la plataforma de mensajería o entre ella y los operadores.',
      unknown: 'Desde aquí no se puede saber de qué lado estaba la causa.',
    },
  };

const pack: (typeof en)['pack'] = {
  reading: 'Leyendo ejemplos de la plataforma. El informe de escalamiento llega a tus mensajes directos.',
  title: 'Informe de escalamiento',
  isFor: {
    platform: () => 'Para el soporte de la plataforma de mensajería: la demora es suya.',
    link: (operators) =>
      `Para el soporte de la plataforma de mensajería: la demora está entre la plataforma y ${operators}.`,
    operator: (operators) =>
      `Para ${operators}, a través del soporte de la plataforma de mensajería: la demora viene después del traspaso.`,
    shared: () =>
      'Para el soporte de la plataforma de mensajería: lo que varios operadores tienen a la vez es más probablemente cosa suya.',
    unknown: () => 'Para el soporte de la plataforma de mensajería, que puede revisar ambos lados.',
  },
  introduction:
    'Copia el texto en su idioma. El informe no lleva ningún número de teléfono completo ni el texto de ningún mensaje.',
  statementTitle: 'Español',
  examples: (shown, of, time) =>
    `El archivo trae ${shown === of ? many(of, 'ejemplo', 'ejemplos') : `${shown} de ${many(of, 'ejemplo', 'ejemplos')}`} (${time}). La plataforma no da identificador a los mensajes: una fila se reconoce por su número enmascarado con sus horas exactas, que van en UTC.`,
  noExamples: 'No hay ejemplos en el tiempo revisado, así que no hay archivo.',
  examplesFailed:
    'No se pudieron leer ejemplos de la plataforma, así que no hay archivo. Prueba de nuevo en unos minutos.',
  noPlatformPack: {
    sentence: 'De un incidente de la plataforma no hay informe de escalamiento: nada de ella se puede leer.',
    nextStep: 'Avisa a quienes la operan desde cuándo no se alcanza; Detalles tiene las horas.',
  },
  statement: ({
    subject,
    from,
    isFirstSeen,
    to,
    lasted,
    owner,
    affected,
    worstAt,
    isOfAll,
    findings,
    examples,
  }) =>
    [
      `${to === undefined ? `Desde el ${from}${isFirstSeen ? ' o antes' : ''}, hace ${lasted}, vemos` : `Del ${from}${isFirstSeen ? ' o antes' : ''} al ${to}, durante ${lasted}, vimos`} problemas con los SMS: ${subject}.`,
      CAUSES[to === undefined ? 'now' : 'over'][owner ?? 'unknown'],
      ...(worstAt === undefined
        ? []
        : [
            `En el peor momento, ${worstAt}${isOfAll ? ', contando los mensajes de todos los operadores' : ''}:`,
          ]),
      ...findings,
      ...(affected === undefined ? [] : [affected]),
      ...(examples === undefined
        ? []
        : [
            `Mensajes del caso, de los entregados a la plataforma de mensajería (${examples.time}), tal como estaban al ${examples.readAt}:`,
            ...examples.sections,
            `El archivo adjunto trae ${examples.shown} de ellos. Una fila se reconoce por su número enmascarado con sus horas exactas, en UTC.`,
          ]),
      to === undefined
        ? 'Por favor, indíquennos la causa y para cuándo se espera la solución.'
        : 'Por favor, indíquennos la causa y si está resuelta.',
    ].join('\n'),
  section(operator, of, { failed, late, waiting, slow, notHandedOver }) {
    const kinds = [
      ...(notHandedOver > 0 ? [`${counted(notHandedOver)} sin traspaso alguno al operador`] : []),
      ...(slow > 0 ? [`${many(slow, 'traspasado', 'traspasados')} al operador después de más de 30 s`] : []),
      ...(waiting > 0 ? [`${counted(waiting)} sin acuse por más de 2 minutos`] : []),
      ...(late > 0 ? [`${many(late, 'entregado', 'entregados')} después de más de 2 minutos`] : []),
      ...(failed > 0 ? [many(failed, 'fallido', 'fallidos')] : []),
    ];
    return `- ${operator}: ${many(of, 'mensaje', 'mensajes')} (${kinds.join(', ')})`;
  },
};

export const incident: typeof en = {
  all: 'Todos los operadores',
  platform: 'La plataforma de mensajería',
  several: (count) => `${counted(count)} operadores`,
  headline: (subject, verdict, began) => `${subject}: ${called(verdict, began)}`,
  recoveringHeadline: (subject, verdict, began) => `${subject}: en recuperación (${called(verdict, began)})`,
  over: {
    ended: (subject, duration) => `${subject}: normal otra vez después de ${duration}`,
    lost_sight: (subject) => `${subject}: muy poco tráfico para ver si vuelve a funcionar`,
    unchecked: (subject) => `${subject}: sin revisar por demasiado tiempo para saber si vuelve a funcionar`,
    unwatched: (subject) => `${subject}: ya no se vigila`,
  },
  resolvedHeadline: (subject, name) => `${subject}: ${name} lo dio por resuelto`,
  recovering: (since) =>
    since === undefined
      ? 'La última revisión no encontró nada inusual. Termina cuando tres seguidas estén claramente dentro de lo habitual.'
      : `Nada inusual desde ${since}. Termina cuando tres revisiones seguidas estén claramente dentro de lo habitual.`,
  platformRecovering: (since) =>
    `La plataforma responde otra vez${since === undefined ? '' : `, desde ${since}`}. Termina cuando se haya podido leer en tres revisiones seguidas.`,
  goesOnAt: (names) => `Todavía peor que de costumbre: ${names}. De eso se avisa en un mensaje aparte.`,
  noLogin: 'La plataforma no deja que SMS Desk inicie sesión.',
  noReport: 'La plataforma responde sin cifras que se puedan leer, o no responde.',
  refused: {
    rate_limited: 'La plataforma no se deja leer: dice que se le pregunta demasiado seguido.',
    busy: 'SMS Desk está demasiado ocupado para leer la plataforma.',
    other: 'La plataforma rechaza lo que SMS Desk le pide.',
  },
  refusedNext:
    'Quien administra SMS Desk encuentra la razón en su registro. Mientras no se resuelva, nadie recibe aviso de si los SMS funcionan.',
  unseen: {
    platform: (since) => `No se pudo revisar desde ${since}: la plataforma no se puede leer.`,
    tooLittle: (since) => `No se pudo revisar desde ${since}: hay muy poco tráfico, ahora o para comparar.`,
  },
  foundBefore: 'Lo que se encontró antes:',
  atWorst: (when, finding) => `En el peor momento (${when}): ${finding}`,
  nextStep: 'Próximo paso:',
  operators: (names) => `Afecta a: ${names}.`,
  affected: (count) =>
    count === 1
      ? 'Un mensaje más que lo habitual no llegó en 2 minutos.'
      : `Unos ${counted(count)} mensajes más que lo habitual no llegaron en 2 minutos.`,
  resolvedNext: 'No se vuelve a avisar antes de que se haya recuperado una vez.',
  became: {
    ended: (when, lasted, calledAt) =>
      `Normal otra vez desde ${when}, después de ${lasted}.${calledAt === undefined ? '' : ` Se dio por terminado con la tercera revisión buena seguida (${calledAt}).`}`,
    lost_sight: (when) => `Desde ${when} hay muy poco tráfico para saberlo; ya no se sigue.`,
    unchecked: (when) =>
      `Desde ${when} no se revisó durante más de una hora, así que no se sabe si vuelve a funcionar; ya no se sigue. Si todavía hay un problema, se avisa en un mensaje aparte.`,
    unwatched: (when) => `Desde ${when} ningún canal vigila con esta sensibilidad; ya no se sigue.`,
  },
  acknowledged: (name, when) => `Lo tomó ${name}, ${when}`,
  resolved: (name, when) => `Lo dio por resuelto ${name}, ${when}`,
  snoozed: (name, until) => `Pospuesto por ${name} hasta ${until ?? 'que se recupere'}`,
  notes: {
    asOf: (since) => `cifras de ${since}`.replace(/ de el /, ' del '),
    comparedWith: (weeks, isReconstructed) =>
      `comparado con esta hora de ${weeks === 1 ? 'la última semana' : `las últimas ${counted(weeks)} semanas`}${isReconstructed ? ', reconstruida' : ''}`,
    sensitivity: (sensitivity) => `sensibilidad ${watch.sensitivities[sensitivity]}`,
  },

  thread: {
    worsened: (subject, verdict) => `${subject} está peor ahora: ${verdicts[verdict]}.`,
    widened: 'Ya no es un solo operador: desde ahora esto es sobre todos los afectados.',
    acknowledged: (name) => `${name} lo tomó.`,
    resolved: (name) =>
      `${name} lo dio por resuelto. No se vuelve a avisar antes de que se haya recuperado una vez.`,
    snoozed: (name, until) =>
      `${name} lo pospuso hasta ${until ?? 'que se recupere'}: hasta entonces solo se actualiza el mensaje de arriba.`,
    woken: (name) =>
      name === undefined
        ? 'Se cumplió el plazo por el que se pospuso, y el incidente sigue.'
        : `${name} lo reactivó.`,
    lost_sight: 'Durante una hora hubo muy poco tráfico para juzgar. Esto no dice si vuelve a funcionar.',
    unwatched: 'Ningún canal vigila ya con esta sensibilidad, así que esto no se sigue más.',
  },

  buttons: {
    acknowledge: 'Lo tomo',
    snooze: 'Posponer',
    snoozeFor: (minutes) => (minutes < 60 ? `${minutes} minutos` : many(minutes / 60, 'hora', 'horas')),
    snoozeToTheEnd: 'Hasta que se recupere',
    wake: 'Reactivar ahora',
    resolve: 'Resolver',
    details: 'Detalles',
    pack: 'Informe de escalamiento',
  },
  resolving: {
    title: '¿Dar por resuelto este incidente?',
    text: 'No se vuelve a avisar antes de que se haya recuperado una vez, aunque siga.',
    confirm: 'Resolver',
    deny: 'Dejarlo abierto',
  },

  done: {
    acknowledged: 'Lo tomaste; todos lo ven en el mensaje.',
    resolved: 'Lo diste por resuelto; todos lo ven en el mensaje.',
    snoozed: 'Lo pospusiste. El mensaje sigue actualizándose y muestra hasta cuándo.',
    woken: 'Lo reactivaste.',
  },
  already: {
    acknowledged: (name, when) => `${name} ya lo tomó, ${when}.`,
    resolved: (name, when) => `${name} ya lo dio por resuelto, ${when}.`,
    snoozed: 'Ya está pospuesto por ese tiempo.',
    woken: 'No está pospuesto.',
  },
  isOver: (when) => `Terminó ${when}: ya no queda nada por hacer.`,
  forgotten: {
    sentence: 'Este incidente ya no se guarda.',
    nextStep: 'Se guardan 90 días después de terminar. Para ahora, pregunta con /sms-check.',
  },

  details: {
    now: 'Última revisión',
    worst: (when) => `En el peor momento, ${when}`,
    history: 'Historia',
    event(kind, verdict, name) {
      switch (kind) {
        case 'began':
          return `se notó: ${verdicts[verdict ?? 'degraded']}`;
        case 'worsened':
          return `peor: ${verdicts[verdict ?? 'down']}`;
        case 'widened':
          return 'desde ahora sobre varios operadores';
        case 'acknowledged':
          return `lo tomó ${name}`;
        case 'resolved':
          return `lo dio por resuelto ${name}`;
        case 'snoozed':
          return `lo pospuso ${name}`;
        case 'woken':
          return name === undefined ? 'se cumplió el plazo' : `lo reactivó ${name}`;
        case 'ended':
          return 'se dio por terminado: normal otra vez';
        case 'lost_sight':
          return 'muy poco tráfico para saberlo';
        case 'unchecked':
          return 'ya no se sigue: no se revisó durante más de una hora';
        case 'unwatched':
          return 'ya no se vigila';
      }
    },
    tooMany: (count) => `${many(count, 'entrada anterior', 'entradas anteriores')} sin mostrar`,
  },

  pack,
  watch,
};
