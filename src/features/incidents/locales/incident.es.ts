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
};
