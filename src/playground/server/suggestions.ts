import { type Sandbox, type StoryName, stories } from '../../sandbox/index.ts';
import type { LocalizedText, PageSuggestion } from '../page/contract.ts';

/** The stories worth a try, the most telling first. */
const told: readonly (readonly [name: StoryName, about: LocalizedText])[] = [
  [
    'delivered',
    {
      en: 'All is well: delivered within seconds',
      es: 'Todo bien: entregado en segundos',
    },
  ],
  [
    'stuck',
    {
      en: 'Stuck: handed to the operator, then no receipt',
      es: 'Atascado: entregado al operador y luego ningún acuse',
    },
  ],
  [
    'failed',
    {
      en: 'Every message fails at the operator',
      es: 'Todos los mensajes fallan en el operador',
    },
  ],
  [
    'waiting',
    {
      en: 'The newest message still waits for its receipt: move the clock and refresh',
      es: 'El último mensaje aún espera su acuse: adelanta el reloj y actualiza',
    },
  ],
  [
    'late',
    {
      en: 'Delivered, now and then only after 25 minutes',
      es: 'Entregado, a veces recién a los 25 minutos',
    },
  ],
  [
    'many',
    {
      en: 'Hundreds of messages, page by page',
      es: 'Cientos de mensajes, página por página',
    },
  ],
];

/** Reports and checks, in the order in which a newcomer understands them. */
const reportsAndChecks: readonly PageSuggestion[] = [
  {
    typed: '/sms-report yesterday',
    about: {
      en: "A day's traffic: delivery rate, delays, operators, what changed",
      es: 'El tráfico de un día: tasa de entrega, demoras, operadores, qué cambió',
    },
  },
  {
    typed: '/sms-report subscribe #operations 09:00',
    about: {
      en: 'A post every morning: then move the clock to tomorrow 09:00, and on by days',
      es: 'Una publicación cada mañana: luego adelanta el reloj a mañana 09:00 y después por días',
    },
  },
  {
    typed: '/sms-report subscriptions',
    about: {
      en: 'Which channels get the daily summary: pause, change, send now',
      es: 'Qué canales reciben el resumen diario: pausar, cambiar, enviar ahora',
    },
  },
  {
    typed: '/sms-check',
    about: {
      en: 'Does SMS work, and whose fault is it: try it with an operator down',
      es: 'Si el SMS funciona y de quién es la falla: pruébalo con un operador caído',
    },
  },
  {
    typed: '/sms-check watch #operations',
    about: {
      en: 'Told of incidents: then an operator down, and the clock on by 5 minutes, twice',
      es: 'Aviso de incidentes: luego un operador caído y el reloj adelantado 5 minutos, dos veces',
    },
  },
  {
    typed: '/sms-check rehearse 7',
    about: {
      en: 'What a watch would have said of the last week',
      es: 'Qué habría avisado una vigilancia en la última semana',
    },
  },
];

const forms: readonly PageSuggestion[] = [
  {
    typed: '/sms-report',
    about: {
      en: 'A report by form: any days, sender, number',
      es: 'Un reporte por formulario: días, remitente, número',
    },
  },
  { typed: '/sms-status', about: { en: 'The form', es: 'El formulario' } },
];

const help: PageSuggestion = {
  typed: '/sms-status help',
  about: { en: 'What can be asked', es: 'Qué se puede preguntar' },
};

/** Commands worth trying at the moment the platform's clock shows; the looked-up message exists then. */
export function suggestionsFor(platform: Pick<Sandbox, 'newest'>): readonly PageSuggestion[] {
  const numbers = told.flatMap(([name, about]) =>
    stories
      .filter((story) => story.name === name)
      .map(({ number }) => ({ typed: `/sms-status ${number}`, about })),
  );
  return [
    ...numbers.slice(0, 2),
    ...reportsAndChecks,
    ...numbers.slice(2),
    ...forms,
    ...singleMessages(platform),
    help,
  ];
}

/** Ways to ask for one message. */
function singleMessages(platform: Pick<Sandbox, 'newest'>): readonly PageSuggestion[] {
  const sent = stories[0] && platform.newest(stories[0].number);
  if (sent === undefined) return [];
  return [
    {
      typed: `/sms-status ${sent.date} ${sent.trx}`,
      about: {
        en: 'One message, by its date and transaction reference',
        es: 'Un mensaje, por su fecha y referencia de transacción',
      },
    },
    {
      typed: `/sms-status id ${sent.smsId}`,
      about: { en: 'One message, by its identifier', es: 'Un mensaje, por su identificador' },
    },
  ];
}
