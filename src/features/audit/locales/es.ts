import { spanish } from '../../../i18n/plural.ts';
import type { en } from './en.ts';

const { many, counted } = spanish;

export const es: typeof en = {
  audit: {
    reveals: (who, count, since) =>
      `${who} vio números o textos completos ${many(count, 'vez', 'veces')} en una hora (desde ${since}).`,
    refusals: (who, count, since) =>
      `A ${who} se le negó el acceso ${many(count, 'vez', 'veces')} en una hora (desde ${since}).`,
    numbers: (who, count, since) =>
      `${who} preguntó por ${counted(count)} números distintos en una hora (desde ${since}).`,
    interruption: (count, since) =>
      `El registro de auditoría no se pudo escribir por un rato (desde ${since}). ${
        count === 0
          ? 'No falta nada.'
          : `${count === 1 ? 'Falta' : 'Faltan'} ${many(count, 'entrada', 'entradas')}.`
      }`,
    soFar: 'Contado al publicar esto.',
    which: 'Para verlos:',
  },
};
