import { blocksEs } from './blocks.ts';
import { formEs } from './form.ts';
import { panelsEs } from './panels.ts';
import type { Words } from './words.ts';

/** The page in Spanish. */
export const es: Words = {
  language: 'es',
  shell: {
    title: (channel, team) => `${channel} · ${team} · SMS Desk`,
    skipToComposer: 'Ir al cuadro de mensaje',
    loading: 'Abriendo el espacio de trabajo…',
    lost: {
      title: 'El playground se detuvo.',
      advice: (command) =>
        `Vuelve a iniciarlo con ${command}. Esta página se reconecta sola y lo que escribes se conserva.`,
    },
    failures: {
      unreachable: 'No se envió: no hay conexión con el playground. Tu texto volvió al cuadro.',
      impossible: (detail) => `No se envió: ${detail} Tu texto volvió al cuadro.`,
    },
    sidebar: {
      label: 'Espacio de trabajo',
      open: 'Abrir canales y personas',
      close: 'Cerrar canales y personas',
      channels: 'Canales',
      directMessages: 'Mensajes directos',
      botMissing: 'SMS Desk no está en este canal',
      archived: 'Archivado',
      unread: (count) => (count === 1 ? '1 mensaje nuevo' : `${count} mensajes nuevos`),
      you: 'Eres',
      person: 'Quién eres',
      language: 'Idioma en Slack',
      theme: 'Tema',
      themes: { light: 'Claro', dark: 'Oscuro', system: 'Sistema' },
      simulated: 'Un espacio de trabajo en este equipo. Nada sale de él.',
    },
    channel: {
      messages: (channel) => `Mensajes en ${channel}`,
      today: 'Hoy',
      yesterday: 'Ayer',
      toNewest: 'Mensajes más recientes',
      happenings: 'Qué pasó',
      controls: 'Controles',
      closePane: 'Cerrar',
    },
    message: {
      app: 'APP',
      onlyYou: 'Solo visible para ti',
      edited: '(editado)',
      slackbot: 'Slackbot',
      replyInThread: 'Responder en hilo',
      replies: (count) => (count === 1 ? '1 respuesta' : `${count} respuestas`),
      lastReply: (when) => `Última respuesta ${when}`,
      alsoInThread: 'respondió a un hilo',
      files: 'Archivos',
      download: (name) => `Descargar ${name}`,
      preview: (name) => `Primeras filas de ${name}`,
      moreRows: 'El archivo continúa: descárgalo para ver el resto.',
    },
    composer: {
      label: (channel) => `Mensaje a ${channel}`,
      placeholder: (channel) => `Mensaje a ${channel} o escribe /`,
      replyLabel: 'Responder en el hilo',
      send: 'Enviar',
      sending: 'Enviando…',
      commands: 'Comandos',
      keys: 'Enter envía · Mayús + Enter inicia otra línea · ↑ recupera lo último',
      suggestions: 'Probar',
      suggestionsTitle: 'Para probar',
    },
    thread: {
      title: 'Hilo',
      close: 'Cerrar el hilo',
    },
    welcome: {
      title: (channel) => `Aquí empieza ${channel}`,
      titleDm: 'Esto es entre tú y SMS Desk',
      intro:
        'Pregunta qué pasó con los mensajes de un número. Cada comando se envía tal como lo escribirías:',
      introWithoutBot: 'SMS Desk no está en este canal. Prueba de todos modos qué responde aquí:',
    },
  },
  panels: panelsEs,
  form: formEs,
  blocks: blocksEs,
};
