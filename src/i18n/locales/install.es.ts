import type { install as en } from './install.en.ts';

export const install: typeof en = {
  title: 'SMS Desk',
  again: 'Empezar de nuevo',
  installed: {
    heading: 'SMS Desk quedó instalado.',
    nextStep: 'Puedes cerrar esta página. En Slack, escribe /sms-status ayuda.',
  },
  denied: {
    heading: 'No se instaló nada.',
    nextStep: 'Cancelaste en Slack. Puedes empezar de nuevo cuando quieras.',
  },
  state: {
    heading: 'Esta página caducó o ya se había abierto.',
    nextStep: 'No se instaló nada. Empieza de nuevo en el mismo navegador y termina antes de diez minutos.',
  },
  refused: {
    heading: 'Slack rechazó la instalación.',
    nextStep: 'No se instaló nada. Empieza de nuevo; si vuelve a pasar, avisa a quien administra SMS Desk.',
  },
  failed: {
    heading: 'La instalación no funcionó esta vez.',
    nextStep: 'Empieza de nuevo en un minuto; si vuelve a pasar, avisa a quien administra SMS Desk.',
  },
  busy: {
    heading: 'Hay demasiadas personas instalando en este momento.',
    nextStep: 'Empieza de nuevo en un minuto.',
  },
  notListed: {
    heading: 'SMS Desk no está configurado para este espacio de trabajo.',
    nextStep: (contact: string | undefined) =>
      `No se guardó nada. Pide a ${contact ?? 'quien administra SMS Desk'} que lo agregue y vuelve a instalar.`,
  },
};
