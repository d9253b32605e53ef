import { type Sandbox, type StoryName, stories } from '../../sandbox/index.ts';
import type { LocalizedText, PageSuggestion } from '../page/contract.ts';

const suggest = (typed: string, en: string, es: string): PageSuggestion => ({ typed, about: { en, es } });

const told: Partial<Readonly<Record<StoryName, LocalizedText>>> = {
  delivered: { en: 'All is well: delivered within seconds', es: 'Todo bien: entregado en segundos' },
  stuck: {
    en: 'Stuck: handed to the operator, then no receipt',
    es: 'Atascado: entregado al operador y luego ninguna confirmación',
  },
  failed: { en: 'Every message fails at the operator', es: 'Todos los mensajes fallan en el operador' },
  waiting: {
    en: 'The newest message still waits for its receipt: move the clock and refresh',
    es: 'El último mensaje aún espera su confirmación: adelanta el reloj y actualiza',
  },
  late: {
    en: 'Delivered, now and then only after 25 minutes',
    es: 'Entregado, a veces recién a los 25 minutos',
  },
  many: { en: 'Hundreds of messages, page by page', es: 'Cientos de mensajes, página por página' },
};

const inWords: readonly PageSuggestion[] = [
  suggest(
    '@SMS Desk +56 9 1234 5678 yesterday',
    'A mention, in a thread too: everybody there reads the masked answer',
    'Una mención, también en un hilo: todos leen la respuesta con el número oculto',
  ),
  suggest(
    'Two customers wait for a code: 9 1234-5678 and (56 9) 1111.0003',
    'A message of yours: post it, then “Check SMS delivery” in its menu ⋮',
    'Un mensaje tuyo: publícalo y luego “Check SMS delivery” en su menú ⋮',
  ),
];

const reportsAndChecks: readonly PageSuggestion[] = [
  suggest(
    '/sms-report yesterday',
    "A day's traffic: delivery rate, delays, operators, what changed",
    'El tráfico de un día: tasa de entrega, demoras, operadores, qué cambió',
  ),
  suggest(
    '/sms-report subscribe #operations 09:00',
    'A post every morning: then move the clock to tomorrow 09:00, and on by days',
    'Una publicación cada mañana: luego adelanta el reloj a mañana 09:00 y después por días',
  ),
  suggest(
    '/sms-report subscriptions',
    'Which channels get the daily summary: pause, change, send now',
    'Qué canales reciben el resumen diario: pausar, cambiar, enviar ahora',
  ),
  suggest(
    '/sms-check',
    'Does SMS work, and whose fault is it: try it with an operator down',
    'Si el SMS funciona y de quién es la falla: pruébalo con un operador caído',
  ),
  suggest(
    '/sms-check watch #operations',
    'Told of incidents: then an operator down, and the clock on by 5 minutes, twice',
    'Aviso de incidentes: luego un operador caído y el reloj adelantado 5 minutos, dos veces',
  ),
  suggest(
    '/sms-check rehearse 7',
    'What a watch would have said of the last week',
    'Qué habría avisado una vigilancia en la última semana',
  ),
];

const forms: readonly PageSuggestion[] = [
  suggest(
    '/sms-report',
    'A report by form: any days, sender, number',
    'Un reporte por formulario: días, remitente, número',
  ),
  suggest('/sms-status', 'The form', 'El formulario'),
];

const help = suggest('/sms-status help', 'What can be asked', 'Qué se puede preguntar');

/** What is worth trying at the moment the platform's clock shows; the looked-up message exists then. */
export function suggestionsFor(platform: Pick<Sandbox, 'newest'>): readonly PageSuggestion[] {
  const numbers = Object.entries(told).flatMap(([name, about]) =>
    stories
      .filter((story) => story.name === name)
      .map(({ number }) => ({ typed: `/sms-status ${number}`, about })),
  );
  const single = singleMessages(platform);
  return [
    ...numbers.slice(0, 2),
    ...inWords,
    ...reportsAndChecks,
    ...numbers.slice(2),
    ...forms,
    ...single,
    help,
  ];
}

function singleMessages(platform: Pick<Sandbox, 'newest'>): readonly PageSuggestion[] {
  const sent = stories[0] && platform.newest(stories[0].number);
  if (sent === undefined) return [];
  return [
    suggest(
      `/sms-status ${sent.date} ${sent.trx}`,
      'One message, by its date and transaction reference',
      'Un mensaje, por su fecha y referencia de transacción',
    ),
    suggest(
      `/sms-status id ${sent.smsId}`,
      'One message, by its identifier',
      'Un mensaje, por su identificador',
    ),
  ];
}
