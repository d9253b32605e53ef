import type { Party } from '../contract.ts';

/** What one can rehearse at the platform; `faults` are named after what a person would see. */
export type RehearsalName =
  | 'unreachable'
  | 'serverErrors'
  | 'rateLimited'
  | 'slow'
  | 'html'
  | 'cutOff'
  | 'wrongTotal'
  | 'operatorDown'
  | 'lateReceipts'
  | 'loginsRefused';

/** "What happened" and the control strip. */
export interface PanelsWords {
  readonly parties: Readonly<Record<Party, string>>;
  readonly happenings: {
    readonly empty: string;
    readonly emptyHint: string;
    readonly typed: (command: string) => string;
    readonly pressed: string;
    readonly submitted: string;
    readonly closed: string;
    readonly sent: (name: string) => string;
    readonly background: string;
    readonly problems: (count: number) => string;
    readonly problem: string;
    readonly request: string;
    readonly answer: string;
    readonly nothing: string;
    readonly loading: string;
    readonly failed: string;
    readonly copy: (what: string) => string;
    readonly copied: string;
  };
  readonly strip: {
    readonly label: string;
    readonly clock: string;
    readonly realTime: string;
    readonly movedTime: string;
    readonly moveClock: string;
    readonly clockHint: string;
    readonly fiveMinutes: string;
    readonly quarterHour: string;
    readonly hour: string;
    readonly day: string;
    readonly tomorrow: string;
    readonly moment: (zone: string) => string;
    readonly set: string;
    readonly backToReal: string;
    readonly platform: string;
    readonly normal: string;
    readonly inForce: (count: number) => string;
    readonly rehearse: string;
    readonly rehearseHint: string;
    readonly everythingNormal: string;
    readonly revoke: string;
    readonly revokeHint: string;
    readonly revoked: string;
    readonly channel: string;
    readonly channelOpen: string;
    readonly channelClosed: string;
    readonly channelTitle: (channel: string) => string;
    readonly channelHint: string;
    readonly member: string;
    readonly memberAbout: string;
    readonly archived: string;
    readonly archivedAbout: string;
    readonly startOver: string;
    readonly startOverTitle: string;
    readonly startOverAsk: string;
    readonly cancel: string;
    readonly groups: { readonly connection: string; readonly answers: string; readonly traffic: string };
    readonly failed: (detail: string) => string;
  };
  readonly rehearsals: Readonly<
    Record<RehearsalName, { readonly name: string; readonly about: string; readonly setting?: string }>
  >;
  readonly settings: {
    readonly seconds: (count: number) => string;
    readonly minutes: (count: number) => string;
    readonly hours: (count: number) => string;
    readonly breaksOff: string;
    readonly endsClean: string;
  };
}

export const panelsEn: PanelsWords = {
  parties: { slack: 'Slack', bot: 'Bot', platform: 'Platform' },
  happenings: {
    empty: 'Nothing has happened yet',
    emptyHint:
      'Send a command. Every request between Slack, the bot and the platform shows here, with its answer.',
    typed: (command) => `Typed ${command}`,
    pressed: 'Used a button or menu',
    submitted: 'Sent the form',
    closed: 'Closed the form',
    sent: (name) => `Sent ${name}`,
    background: 'Before anyone did anything',
    problems: (count) => (count === 1 ? '1 problem' : `${count} problems`),
    problem: 'Problem',
    request: 'Request',
    answer: 'Answer',
    nothing: 'Nothing in it',
    loading: 'Fetching…',
    failed: 'This one is not kept any more.',
    copy: (what) => `Copy the ${what.toLowerCase()}`,
    copied: 'Copied',
  },
  strip: {
    label: 'Controls of the playground',
    clock: 'Clock',
    realTime: 'real time',
    movedTime: 'moved',
    moveClock: 'Move the clock',
    clockHint: 'Bot, platform and this page share it.',
    fiveMinutes: '+5 min',
    quarterHour: '+15 min',
    hour: '+1 h',
    day: '+1 day',
    tomorrow: 'Tomorrow 09:00',
    moment: (zone) => `A moment (${zone})`,
    set: 'Set',
    backToReal: 'Back to real time',
    platform: 'Platform',
    normal: 'all normal',
    inForce: (count) => (count === 1 ? '1 fault' : `${count} faults`),
    rehearse: 'Rehearse a bad day',
    rehearseHint: 'What goes wrong at the platform, from now on. Then ask the bot something.',
    everythingNormal: 'Everything normal',
    revoke: 'Revoke all tokens',
    revokeHint: 'Earlier logins stop counting; the bot has to log in again.',
    revoked: 'Done: all tokens are revoked.',
    channel: 'Channel',
    channelOpen: 'open to the bot',
    channelClosed: 'closed to the bot',
    channelTitle: (channel) => `Change ${channel}`,
    channelHint: 'As people do in Slack: the bot finds out when it posts.',
    member: 'SMS Desk is a member',
    memberAbout: 'Off: somebody removed it from the channel.',
    archived: 'Archived',
    archivedAbout: 'Nobody posts in it any more.',
    startOver: 'Start over',
    startOverTitle: 'Start over?',
    startOverAsk: 'All messages and files are deleted, faults end, and the clock shows real time.',
    cancel: 'Cancel',
    groups: { connection: 'Connection', answers: 'Answers', traffic: 'Traffic' },
    failed: (detail) => `That did not work: ${detail}`,
  },
  rehearsals: {
    unreachable: { name: 'Unreachable', about: 'Nothing listens at its address.' },
    serverErrors: { name: 'Server errors', about: 'Every request is answered with 503.' },
    rateLimited: {
      name: 'Rate limited',
      about: 'Every request is answered with 429.',
      setting: 'Wait asked for',
    },
    slow: { name: 'Slow', about: 'Answers begin late.', setting: 'Delay' },
    html: { name: 'Web page', about: 'A web page comes with status 200 where JSON should.' },
    cutOff: { name: 'Cut off', about: 'Half of the answer arrives.', setting: 'How it ends' },
    wrongTotal: { name: 'Wrong total', about: '500 more messages are announced than sent.' },
    operatorDown: {
      name: 'Operator down',
      about: 'Takes no messages from now on: move the clock on to see it.',
      setting: 'Operator',
    },
    lateReceipts: {
      name: 'Late receipts',
      about: 'Delivery receipts come late, from now on and before.',
      setting: 'Delay',
    },
    loginsRefused: { name: 'Logins refused', about: 'Credentials are answered with 401.' },
  },
  settings: {
    seconds: (count) => `${count} s`,
    minutes: (count) => `${count} min`,
    hours: (count) => `${count} h`,
    breaksOff: 'breaks off',
    endsClean: 'ends as if complete',
  },
};

export const panelsEs: PanelsWords = {
  parties: { slack: 'Slack', bot: 'Bot', platform: 'Plataforma' },
  happenings: {
    empty: 'Todavía no ha pasado nada',
    emptyHint:
      'Envía un comando. Cada solicitud entre Slack, el bot y la plataforma aparece aquí, con su respuesta.',
    typed: (command) => `Escribió ${command}`,
    pressed: 'Usó un botón o menú',
    submitted: 'Envió el formulario',
    closed: 'Cerró el formulario',
    sent: (name) => `Envió ${name}`,
    background: 'Antes de que alguien hiciera algo',
    problems: (count) => (count === 1 ? '1 problema' : `${count} problemas`),
    problem: 'Problema',
    request: 'Solicitud',
    answer: 'Respuesta',
    nothing: 'Sin contenido',
    loading: 'Buscando…',
    failed: 'Esta ya no se conserva.',
    copy: (what) => `Copiar la ${what.toLowerCase()}`,
    copied: 'Copiado',
  },
  strip: {
    label: 'Controles del playground',
    clock: 'Reloj',
    realTime: 'hora real',
    movedTime: 'movido',
    moveClock: 'Mover el reloj',
    clockHint: 'Es uno solo para el bot, la plataforma y esta página.',
    fiveMinutes: '+5 min',
    quarterHour: '+15 min',
    hour: '+1 h',
    day: '+1 día',
    tomorrow: 'Mañana 09:00',
    moment: (zone) => `Un momento (${zone})`,
    set: 'Fijar',
    backToReal: 'Volver a la hora real',
    platform: 'Plataforma',
    normal: 'todo normal',
    inForce: (count) => (count === 1 ? '1 falla' : `${count} fallas`),
    rehearse: 'Ensayar un mal día',
    rehearseHint: 'Qué falla en la plataforma desde ahora. Después, pregúntale algo al bot.',
    everythingNormal: 'Todo normal',
    revoke: 'Revocar los tokens',
    revokeHint: 'Las sesiones abiertas dejan de valer; el bot tiene que iniciar sesión otra vez.',
    revoked: 'Listo: se revocaron todos los tokens.',
    channel: 'Canal',
    channelOpen: 'abierto al bot',
    channelClosed: 'cerrado al bot',
    channelTitle: (channel) => `Cambiar ${channel}`,
    channelHint: 'Como se hace en Slack: el bot se entera cuando publica.',
    member: 'SMS Desk es miembro',
    memberAbout: 'Desactivado: alguien lo quitó del canal.',
    archived: 'Archivado',
    archivedAbout: 'Ya nadie publica en él.',
    startOver: 'Empezar de nuevo',
    startOverTitle: '¿Empezar de nuevo?',
    startOverAsk: 'Se borran los mensajes y archivos, terminan las fallas y el reloj vuelve a la hora real.',
    cancel: 'Cancelar',
    groups: { connection: 'Conexión', answers: 'Respuestas', traffic: 'Tráfico' },
    failed: (detail) => `No funcionó: ${detail}`,
  },
  rehearsals: {
    unreachable: { name: 'Inaccesible', about: 'Nada responde en su dirección.' },
    serverErrors: { name: 'Errores del servidor', about: 'Toda solicitud se responde con 503.' },
    rateLimited: {
      name: 'Límite de solicitudes',
      about: 'Toda solicitud se responde con 429.',
      setting: 'Espera pedida',
    },
    slow: { name: 'Lenta', about: 'Las respuestas empiezan tarde.', setting: 'Demora' },
    html: { name: 'Página web', about: 'Llega una página web con estado 200 en vez de JSON.' },
    cutOff: { name: 'Cortada', about: 'Llega la mitad de la respuesta.', setting: 'Cómo termina' },
    wrongTotal: { name: 'Total equivocado', about: 'Se anuncian 500 mensajes más de los enviados.' },
    operatorDown: {
      name: 'Operador caído',
      about: 'No recibe mensajes desde ahora: adelanta el reloj para verlo.',
      setting: 'Operador',
    },
    lateReceipts: {
      name: 'Acuses tardíos',
      about: 'Los acuses de entrega llegan tarde, también los de antes.',
      setting: 'Demora',
    },
    loginsRefused: { name: 'Inicio de sesión rechazado', about: 'Las credenciales se responden con 401.' },
  },
  settings: {
    seconds: (count) => `${count} s`,
    minutes: (count) => `${count} min`,
    hours: (count) => `${count} h`,
    breaksOff: 'se interrumpe',
    endsClean: 'termina como completa',
  },
};
