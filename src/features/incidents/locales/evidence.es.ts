import { spanish } from '../../../i18n/plural.ts';
import type { evidence as en } from './evidence.en.ts';
import { type EvidenceFigures, rarityOf } from './shapes.ts';

const { counted, many } = spanish;

function evidenceText(one: string, more: string) {
  return (operator: string | undefined, { hits, of, usual, since }: EvidenceFigures) => {
    const where = operator === undefined ? '' : ` de ${operator}`;
    const usually = usual === 0 ? 'ninguno' : counted(usual);
    return `${counted(hits)} de ${many(of, 'mensaje', 'mensajes')}${where} desde ${since} ${hits === 1 ? one : more}; lo habitual, ${usually}.`;
  };
}

const within = (years: number) => (years === 1 ? 'al año' : `en ${counted(years)} años`);

export const evidence: typeof en = {
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
