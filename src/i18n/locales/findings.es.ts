import { spanish } from '../plural.ts';
import { type EvidenceFigures, type findings as en, rarityOf } from './findings.en.ts';

const { counted, many } = spanish;

const of = (operator: string | undefined) => (operator === undefined ? '' : ` de ${operator}`);

const REFUSED = 'La plataforma rechaza a SMS Desk; no sé si los SMS funcionan';

const PACK = 'Informe de escalamiento';

const place = (isOfCheck: boolean) =>
  isOfCheck ? 'adjunta las cifras de abajo' : 'los datos están en el incidente de abajo';
const openTicket = (isOfCheck: boolean, hasPack = false) =>
  `Abre un caso con el soporte de la plataforma; ${hasPack ? `pulsa ${PACK}` : place(isOfCheck)}.`;

function evidenceText(one: string, more: string) {
  return (operator: string | undefined, { hits, of, usual, usually, since }: EvidenceFigures) => {
    const where = operator === undefined ? '' : ` de ${operator}`;
    return `${counted(hits)} de ${many(of, 'mensaje', 'mensajes')}${where} desde ${since} ${hits === 1 ? one : more}; lo habitual, ${usual === 0 ? 'ninguno' : usually}.`;
  };
}

const within = (years: number) => (years === 1 ? 'al año' : `en ${counted(years)} años`);

const evidence: (typeof en)['evidence'] = {
  found: {
    waiting: evidenceText(
      'seguía sin confirmación a los 2 minutos',
      'seguían sin confirmación a los 2 minutos',
    ),
    late: evidenceText('no llegó en 2 minutos', 'no llegaron en 2 minutos'),
    slow_hand_over: evidenceText('no se traspasó al operador', 'no se traspasaron al operador'),
    failures: evidenceText('falló', 'fallaron'),
    clock_off: evidenceText('trae horas que se contradicen', 'traen horas que se contradicen'),
    silence: (operator, { hits, usual, since }) =>
      `${hits === 0 ? 'Ningún mensaje' : `Solo ${many(hits, 'mensaje', 'mensajes')}`}${operator === undefined ? '' : ` para ${operator}`} desde ${since}; a estas alturas nunca son menos de ${counted(usual)}.`,
  },
  chance(perYear) {
    const { times, years } = rarityOf(perYear);
    if (times > 1) return `Por pura casualidad eso pasa hasta ${counted(times)} veces al año.`;
    return `Por pura casualidad eso pasa menos de una vez ${within(years)}.`;
  },
  title: 'Por qué este aviso',
  well: {
    delivered: (count) => `${count} entregados`,
    withReceipt: (count) => `${count} con confirmación`,
    handedOver: (count) => `${count} traspasados`,
  },
  falseAlarms(perYear) {
    const { times, years } = rarityOf(perYear);
    return `como máximo ${many(times, 'falsa alarma', 'falsas alarmas')} por operador ${within(years)}`;
  },
  atMost(perYear) {
    const { times, years } = rarityOf(perYear);
    return `como máximo ${counted(times)} ${within(years)}`;
  },
};

export const findings: typeof en = {
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
  andMore: (count) => `${counted(count)} más`,
  sentences: {
    waiting: (operator, share, usual, count) =>
      `El ${share} de los mensajes${of(operator)} de hace 2 a 7 minutos (unos ${count}) sigue sin confirmación; lo habitual, ${usual}.`,
    late: (operator, share, usual, count) =>
      `El ${share} de los mensajes más nuevos${of(operator)} (unos ${count}) no llegó en 2 minutos; lo habitual, ${usual}.`,
    slow_hand_over: (operator, share, usual, count) =>
      `El ${share} de los mensajes más nuevos${of(operator)} (unos ${count}) no se traspasó al operador en 30 s; lo habitual, ${usual}.`,
    failures: (operator, share, usual, count) =>
      `El ${share} de los mensajes recientes${of(operator)} (unos ${count}) falló; lo habitual, ${usual}.`,
    clock_off: (operator, share, usual, count) =>
      `El ${share} de los mensajes${of(operator)} (${count}) trae horas que se contradicen; lo habitual, ${usual}.`,
    silence: (operator, messages, _usual, count) =>
      `${messages}${operator === undefined ? '' : ` para ${operator}`} en 15 min; a esta hora nunca son menos de ${count}.`,
  },
  few: (count) => (count === 0 ? 'Ningún mensaje' : `Solo ${many(count, 'mensaje', 'mensajes')}`),
  measures: {
    waiting: 'en espera',
    late: 'atrasados',
    slow_hand_over: 'no traspasados en 30 s',
    failures: 'fallidos',
    clock_off: 'con la hora mal',
    silence: 'del tráfico habitual',
  },
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
  pack: PACK,
  about: (share) => `cerca del ${share}`,
  aboutCount: (count) => `cerca de ${count}`,
  customer: {
    normal: (to) => `Nuestros mensajes de texto${to} están llegando con normalidad.`,
    delayed: (to) => `Los mensajes${to} pueden tardar. Espere antes de pedir otro código.`,
    failing: (to) => `Algunos mensajes${to} no llegan. Pida otro código.`,
    notArriving: (to) => `Los mensajes${to} no están llegando.`,
    down: (to) => `Los mensajes${to} se atrasan o no están llegando.`,
    unknown: () => 'Ahora no podemos ver si los mensajes llegan. Intente de nuevo en unos minutos.',
  },
  customers: { of: (operator) => ` a clientes de ${operator}`, some: ' a algunos clientes' },
  everything: 'todos los operadores',
  share: (share, of) => `${share} de ${of}`,
  countOf: (hits, of) => `${hits} de ${of}`,
  sensitivities: { low: 'baja', normal: 'normal', high: 'alta' },
  sensitivity: (sensitivity) => `sensibilidad ${findings.sensitivities[sensitivity]}`,
  evidence,
};
