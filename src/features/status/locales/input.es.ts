import type { input as en } from './input.en.ts';

export const input: typeof en = {
  understood: (parts) => `Entendí: ${parts}.`,
  readAsForeign: (number, country) => `Leí ${number} como un número extranjero: ${country}.`,
  leftOut: (words) => `No tomé en cuenta «${words}».`,
  readAs: (text, meaning) => `Leí «${text}» como ${meaning}.`,
  spoken: 'Leí el número en palabras: compara sus dígitos.',
  instead: (meaning) => `No, ${meaning}`,
  isCode: { sentence: 'Eso parece un código.', nextStep: '¿A qué número se envió?' },
  itsReport: 'Es un remitente: su reporte',
  asReference: (day) => `Referencia, ${day}`,
  asIdentifier: 'Es un identificador',
  firstNumbers: (count) => `Los primeros ${count}`,
  numbers: (count) => `${count} números`,
  notStarted: 'no alcancé a revisarlo. Pulsa su botón.',
  notStartedShared: 'no alcancé a revisarlo. Pulsa Actualizar.',
  didYouMean: '¿Quisiste decir esto?',
  form: 'Formulario',
  showHelp: 'Ayuda',

  notUnderstood: (text) => ({
    sentence: `No entendí «${text}».`,
    nextStep: 'Elige los días o abre el formulario.',
  }),
  whichNumber: (text, countries) => ({
    sentence: `No estoy seguro de qué número es «${text}».`,
    nextStep: `¿Es de ${countries}? Si no, revisa los dígitos.`,
  }),
  reportOn: (days) => `Su reporte: ${days}`,
  whichDay: (reference) => ({
    sentence: `¿Qué día se envió «${reference}»?`,
    nextStep: 'Una referencia se busca con su día.',
  }),
  noId: {
    sentence: '¿Qué mensaje?',
    nextStep: 'Escribe su identificador después de «id» o abre el formulario.',
  },
  noReference: { sentence: '¿Qué mensaje?', nextStep: 'Escribe su referencia después de la fecha.' },
  notAReference: (text) => ({
    sentence: `«${text}» no es una sola referencia.`,
    nextStep: 'Escribe la fecha y después la referencia, en una palabra.',
  }),
  manyNumbers: (most) => ({
    sentence: `Reviso ${most} números a la vez.`,
    nextStep: 'Envía los demás en otro comando.',
  }),
  onlyTheNumber: (beside) => `Aquí va solo el número, no «${beside}».`,

  help: (maxDays) => ({
    title: 'Qué pasó con los mensajes de un número',
    usage: [
      ['/sms-status', 'un formulario'],
      ['/sms-status <número>', 'sus mensajes de los últimos 3 días, primero el más nuevo'],
      ['/sms-status <número> <cuándo> de <remitente>', 'de otros días o de un remitente, en cualquier orden'],
      ['/sms-status <número>, <número>', 'hasta 5 números, una línea cada uno'],
      ['/sms-status <fecha> <referencia>', 'un mensaje por su referencia de transacción'],
      ['/sms-status id <identificador>', 'un mensaje por su identificador'],
    ],
    examplesTitle: 'Cuándo',
    examples: [
      ['hoy', 'o «ayer»'],
      ['últimos 7 días', `hasta ${maxDays} días`],
      ['2026-11-18', 'un día'],
      ['2026-11-15..2026-11-18', 'de un día a otro'],
    ],
    notes: [
      'Pega el número como lo tengas: con espacios, paréntesis, un nombre al lado o como enlace de WhatsApp. Sin + se lee como de tu país.',
      'Los días son los de tu zona horaria. Los números, códigos y enlaces van ocultos.',
      'Solo tú ves la respuesta, hasta que la compartas.',
      'También puedes mencionar al bot con las mismas palabras, incluso en un hilo, o escribirle. Para el mensaje de otra persona, usa su menú: «Check SMS delivery»; desde cualquier lugar, el atajo «SMS status».',
    ],
  }),
};
