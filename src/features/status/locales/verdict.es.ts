import type { MessageKind } from '../../../domain/messages/message-kind.ts';
import { spanish } from '../../../i18n/plural.ts';
import type { verdicts as english, WaitPace } from './verdict.en.ts';

const { many } = spanish;

/** Turns a text for “since” into a time after a verb: ` a las 13:30`, ` ayer 18:45`, ` el 18 nov 10:32`. */
const atTime = (since: string | undefined) =>
  since === undefined ? '' : ` ${since.replace(/^las /, 'a las ')}`;
/** Time in a spoken sentence: ` hoy a las 07:32`, ` el 18 nov a las 07:32`. */
export const inSentence = (when: string | undefined) =>
  when === undefined ? '' : ` ${when.replace(/^(?=[\d\ufff9])/, 'el ').replace(/ (?=\d\d:)/, ' a las ')}`;
const bracketed = (text: string | undefined) => (text === undefined ? '' : ` (${text})`);
const pace = (duration: string, is: WaitPace) =>
  typeof is === 'object'
    ? `: ${duration}, más lento que lo habitual (${is.usual})`
    : ` (${duration}, ${is === 'normal' ? 'normal' : 'atrasado'})`;
const name = (operator: string | undefined) => operator ?? 'Todos los operadores';
const to = (operator: string | undefined) => `a ${operator ?? 'todos los operadores'}`;

export const verdicts: typeof english = {
  verdict: {
    none: (kind, number, period) => `No hay ${kindsOf(kind)} a ${number ?? 'este número'}, ${period}`,
    noneFrom: (sender, number, period) =>
      `No hay mensajes de ${sender} a ${number ?? 'este número'}, ${period}`,
    newestOutside: (none, when) => `${none}; el más reciente se envió${inSentence(when)}`,
    noneReadable: 'La plataforma respondió, pero no se pudo leer ningún mensaje',
    delivered: (when, duration) =>
      `Entregado${atTime(when)}${duration === undefined ? '' : `, ${duration} después del envío`}`,
    deliveredLate: (duration, usual) =>
      `Entregado tarde: ${duration} después del envío${bracketed(usual && `lo habitual: ${usual}`)}`,
    deliveredClockOff: 'Entregado, pero las horas registradas se contradicen',
    onItsWay: (duration, is) => `En camino${pace(duration, is)}`,
    onItsWayTroubled: (duration, is, before) =>
      `${before === 1 ? 'El anterior' : `Los ${before} anteriores`} sin confirmación; el último va en camino${pace(duration, is)}`,
    onItsWaySomewhere: 'En camino; sin hora registrada',
    stuckAtOperator: (operator, since) =>
      `${operator ?? 'El operador'} lo tiene desde ${since}, sin confirmar`,
    stuckAtPlatform: (since) => `La plataforma lo tiene desde ${since}, sin entregarlo`,
    stuckSeveral: (count, since, areAtPlatform) =>
      areAtPlatform
        ? `Los últimos ${count} siguen en la plataforma, sin entregar, desde ${since}`
        : `Los últimos ${count} siguen sin confirmar, desde ${since}`,
    noReceipt: (count, when) =>
      count === 1
        ? `Enviado${atTime(when)}; nunca llegó confirmación`
        : `Los últimos ${count} nunca tuvieron confirmación`,
    neverHandedOver: (count, when) =>
      count === 1
        ? `Nunca salió de la plataforma${bracketed(when?.replace(/^(?:las|el) /, ''))}`
        : `Los últimos ${count} nunca salieron de la plataforma`,
    sent: (when) => `Enviado${atTime(when)}; este operador no confirma entregas`,
    failed: (count, when, cause) =>
      count === 1
        ? `Falló${atTime(when)}: ${cause}`
        : `Los últimos ${count} fallaron, el más reciente${atTime(when)}: ${cause}`,
    failedBeforeHandOver: (count, when) =>
      count === 1
        ? `Falló${atTime(when)}, antes de llegar a un operador`
        : `Los últimos ${count} fallaron, el más reciente${atTime(when)}, antes de llegar a un operador`,
    unconfirmed: (when) => `Llegó una confirmación${atTime(when)}, pero sin estado`,
    unclear: (word) => `La plataforma dice «${word}»`,
    unknown: 'La plataforma no tiene datos de este mensaje',
    onlyFields: 'La plataforma no da estado ni hora, solo lo de abajo',
  },
  trouble: {
    since: {
      down: (operator, since) =>
        `${name(operator)} ${operator ? 'está caído' : 'están caídos'} desde ${since}. Lo enviado desde entonces puede no llegar.`,
      perhaps_down: (operator, since) =>
        `${name(operator)} probablemente ${operator ? 'está caído' : 'están caídos'} desde ${since}. Lo enviado desde entonces puede no llegar.`,
      failing: (operator, since) => `La mayoría de los mensajes ${to(operator)} falla desde ${since}.`,
      partly_failing: (operator, since) =>
        `Desde ${since} fallan más mensajes ${to(operator)} que lo habitual.`,
      slow: (operator, since) =>
        `${name(operator)} ${operator ? 'está lento' : 'están lentos'} desde ${since}. Lo enviado desde entonces puede llegar tarde.`,
      recovering: (operator, since) =>
        `${name(operator)} ${operator ? 'tiene' : 'tienen'} problemas desde ${since}; la última revisión salió mejor.`,
    },
    orEarlier: (since) => `${since} o antes`,
    checked: (operator, isDown, at) =>
      isDown
        ? `En la revisión de ${at}, la mayoría de los mensajes a ${operator} tardaba o fallaba.`
        : `En la revisión de ${at}, ${operator} estaba peor que lo habitual.`,
    during: (operator, isDown, times, isFailed) =>
      `${isFailed ? 'Falló' : 'Enviado'} mientras ${operator ?? 'todos los operadores'} ${operator ? (isDown ? 'estaba caído' : 'tenía problemas') : isDown ? 'estaban caídos' : 'tenían problemas'} (${times})${isFailed ? '' : '; sin confirmar'}`,
    incidentSince: (operator, since) => `${name(operator)}: incidente desde ${since}`,
    incidentDuring: (operator, times) => `${name(operator)}: incidente ${times}`,
    inChannel: ' · en ',
  },
  history: {
    lastArrival: (since) => `Sin entregas confirmadas desde ${since}.`,
    newerUnconfirmed: (count) =>
      count === 1
        ? 'Un mensaje posterior sigue sin confirmación.'
        : `${count} mensajes posteriores siguen sin confirmación.`,
    operator: (now, since, before) => `Operador: ${now} desde ${since}; antes ${before}.`,
    nothingSince: (since, isCode) =>
      isCode ? `No se envió ningún código desde ${since}.` : `No se envió nada desde ${since}.`,
  },
  kinds: { code: 'código', link: 'enlace', other: 'otro texto' },
  newest: {
    ofKind: (kind) => `Mensaje más reciente (${kind}):`,
    code: (newer) =>
      `Código más reciente (${newer === 1 ? 'el mensaje posterior no lo es' : `los ${newer} mensajes posteriores no lo son`}):`,
    outside: 'Mensaje más reciente, fuera de ese período:',
  },
  otherKinds: (count) =>
    `No se ${count === 1 ? 'muestra' : 'muestran'} ${many(count, 'mensaje', 'mensajes')} de otro tipo.`,
  deliveredLate: 'entregado tarde',
  peers: {
    handset: 'probablemente es el aparato',
    message: 'solo este mensaje',
    not_alone: 'no es solo este cliente',
    fared: (count, operator, share, duration) =>
      `${count === 1 ? 'Otro mensaje' : `Otros ${many(count, 'mensaje', 'mensajes')}`} de ${operator ?? 'el operador'} a esa hora: ${share === undefined ? 'ninguno' : `el ${share}`} llegó en menos de ${duration}.`,
  },
  act: {
    moreDays: 'Revisa el número, o busca más atrás.',
    checkNumber: 'Confirma el número con el cliente.',
    withoutSender: 'Busca en todos los remitentes.',
    again: 'Vuelve a mirar en un minuto.',
    wait: 'Espera, o pulsa Avísame.',
    tellOnCall: 'Avisa a quien está de guardia: no ha salido de la plataforma.',
    checkPhone: 'Pide al cliente que revise que el aparato esté encendido y con señal.',
    tellOperatorsTeam: 'Si el aparato está encendido y con señal, avisa al equipo de operadores.',
    check: 'Usa /sms-check.',
    follow: 'Pulsa Seguir incidente y te aviso cuando termine.',
    incidentNews: 'Las novedades están en ',
    sendAgain: 'Pide que lo envíen de nuevo, si aún hace falta.',
    resend: 'Pide que envíen uno nuevo: ese incidente terminó.',
    askWhetherSent: 'Pregunta al equipo que lo envía si se envió.',
    askSendingTeam: 'Si se espera uno más nuevo, pregunta al equipo que lo envía.',
    askCustomer: 'Pregunta al cliente si le llegó.',
    stop: 'No envíes otro; confirma antes el número con el cliente.',
    askAdministrator: 'Pregunta a quien administra SMS Desk qué significa.',
  },
  say: {
    none: (kind, isNumberRight, days) =>
      `No veo ningún ${kind === 'code' ? 'código' : kind === 'link' ? 'enlace' : 'mensaje'} enviado a su número en ${days === undefined ? 'ese período' : `los últimos ${days} días`}.${isNumberRight ? '' : ' ¿Me confirma el número, por favor?'}`,
    notFound: 'No encuentro ese mensaje aquí.',
    delivered: (when) =>
      `Nuestro sistema indica que el mensaje llegó a su teléfono${inSentence(when)}. Revise también el spam y los mensajes bloqueados.`,
    deliveredLate: (when, isCode) =>
      `Nuestro sistema indica que el mensaje llegó tarde a su teléfono${when === undefined ? '' : `,${inSentence(when)}`}.${isCode ? ' Si el código ya no sirve, pida uno nuevo, por favor.' : ''}`,
    waiting: 'Nuestro mensaje va en camino. Espere un minuto, por favor.',
    waitingLong: 'Nuestro mensaje va en camino, pero está tardando más que lo habitual.',
    stuckAtOperator:
      'Su operador tiene nuestro mensaje, pero aún no lo confirma. Revise que el aparato esté encendido y con señal.',
    operatorTrouble: 'Su operador tiene problemas para entregar mensajes en este momento.',
    operatorMayHaveTrouble: 'Puede que su operador tenga problemas para entregar mensajes en este momento.',
    operatorTroubleThen: 'Su operador tenía problemas para entregar mensajes cuando le enviamos el suyo.',
    troubleSince: {
      trouble: (when) =>
        `Su operador tiene problemas para entregar mensajes desde${inSentence(when)}. Lo que le enviamos desde entonces puede tardar o no llegar.`,
      failing: (when) =>
        `Los mensajes a su operador están fallando desde${inSentence(when)}. Si el suyo no llega, pida uno nuevo, por favor.`,
    },
    stuckAtPlatform: 'El mensaje está atrasado de nuestro lado.',
    noReceipt: 'Lo enviamos, pero no tenemos confirmación de que llegara a su teléfono.',
    sent: 'Lo enviamos. Su operador no nos avisa cuando un mensaje llega; revise su teléfono, por favor.',
    failed: 'Su operador no pudo entregar nuestro mensaje.',
    failedByNumber: 'Su operador no pudo entregar nuestro mensaje. ¿Me confirma su número, por favor?',
    failedByHandset:
      'Su operador no pudo entregar nuestro mensaje. Revise que el aparato esté encendido, con señal y con espacio para mensajes.',
    failedOften: 'Nuestros mensajes no están llegando a su teléfono. ¿Me confirma su número, por favor?',
    rejected: 'Su operador no aceptó nuestro mensaje.',
    failedBeforeHandOver: 'No pudimos enviarle el mensaje.',
    unclear: 'Todavía no veo si nuestro mensaje le llegó.',
  },
};

function kindsOf(kind: MessageKind | undefined): string {
  if (kind === undefined) return 'mensajes';
  return { code: 'códigos', link: 'enlaces', other: 'mensajes sin código ni enlace' }[kind];
}
