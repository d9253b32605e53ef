import { spanish } from '../plural.ts';
import type { runs as en } from './runs.en.ts';

const { counted, many } = spanish;

/** `name` must be a masculine noun, because the texts have masculine articles. */
export const runs: typeof en = (name, again) => {
  const ready = `El ${name} llega aquí cuando esté listo.`;
  return {
    moved: `Esto tarda un poco. Te envío el ${name} por mensaje directo.`,
    here: { sentence: 'Esto tarda un poco.', nextStep: ready },
    refused: { sentence: 'Esto tarda un poco, y Slack no me deja escribirte directamente.', nextStep: ready },
    progress: (daysDone, days, messages) =>
      `${counted(daysDone)} de ${many(days, 'día', 'días')} · ${many(messages, 'mensaje leído', 'mensajes leídos')}`,
    cancel: 'Cancelar',
    cancelled: { sentence: 'Cancelado.', nextStep: 'Pídelo de nuevo cuando quieras.' },
    ended: { sentence: `Este ${name} ya no está en curso.`, nextStep: 'No hay nada que cancelar.' },
    interrupted: {
      sentence: `SMS Desk se reinició antes de que el ${name} estuviera listo.`,
      nextStep: 'Pídelo de nuevo: los días ya leídos se conservan.',
    },
    again,
  };
};
