import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createDraw, pick, type Random } from './draw.ts';
import { type Shape, writerOf } from './entry-shapes.ts';

/** Day of all entries. The platform replaces it with the requested day. */
export const TEMPLATE_DAY = '2024-11-18';

const PER_PART = 2_000;
const DAY_SECONDS = 86_400;
/** No messages at the end of the day, so that all receipts fall on the same day. */
const QUIET_END_SECONDS = 600;

/** Writes the entries of a day's report to a file, separated by commas. All shapes have the same figures. */
export async function writeEntries(path: string, messages: number, shape: Shape): Promise<void> {
  const draw = createDraw(7);
  const write = writerOf(shape, createDraw(11));
  const out = createWriteStream(path);
  let part: string[] = [];
  for (let index = 0; index < messages; index += 1) {
    part.push(write(randomEntry(Math.floor((index / messages) * (DAY_SECONDS - QUIET_END_SECONDS)), draw)));
    if (part.length === PER_PART || index === messages - 1) {
      const isLast = index === messages - 1;
      if (!out.write(part.join(',') + (isLast ? '' : ','))) await once(out, 'drain');
      part = [];
    }
  }
  out.end();
  await once(out, 'close');
}

/** The entry that every report starts with. */
export function firstEntry(): string {
  return JSON.stringify(randomEntry(0, createDraw(7)));
}

function randomEntry(atSeconds: number, draw: Random): Record<string, string> {
  const fate = draw();
  const operatorAt = atSeconds + Math.floor(draw() ** 3 * 8);
  const handsetAt = operatorAt + 2 + Math.floor(draw() ** 6 * 400);
  const isFinal = fate < 0.975;
  const reachedOperator = fate < 0.99;
  return {
    msisdn: `+569${10_000_000 + Math.floor(draw() * 89_999_999)}`,
    operator: pick(OPERATORS, draw),
    status: statusOf(fate),
    text: pick(TEXTS, draw).replace('#', () => String(Math.floor(draw() * 1e6)).padStart(6, '0')),
    time_dlr: isFinal ? timeAt(handsetAt) : '-',
    time_operator: reachedOperator ? timeAt(operatorAt) : '-',
    time_platform: timeAt(atSeconds),
  };
}

function statusOf(fate: number): string {
  if (fate < 0.945) return 'delivered';
  if (fate < 0.965) return 'sent_failed';
  if (fate < 0.975) return 'expired';
  return fate < 0.985 ? 'enroute' : '-';
}

/** Operators by weight: one share per occurrence. The empty name is a route that the platform does not name. */
const OPERATORS = [
  'Entel',
  'Entel',
  'Entel',
  'Movistar',
  'Movistar',
  'Claro',
  'Claro',
  'WOM',
  'WOM',
  'VTR Móvil',
  '',
];

const TEXTS = [
  '# es tu clave de acceso a Banco Sur',
  'Tu código Banco Sur es #. Vence en 5 minutos. No lo compartas con nadie.',
  'Su código de verificación es #.\nNo lo comparta con nadie.\nBanco Ejemplo',
  'Hola, tu hora en Clínica Norte es mañana a las 10:30. Para confirmar responde SÍ; para cambiarla llama al #.',
  'Tu pedido # va en camino 🚚 y llega hoy entre las 15:00 y las 18:00. Síguelo en https://ejemplo.cl/s/#',
  'Compra por $45.990 en "Tienda Centro" con tu tarjeta. Si no fuiste tú, llama al # de inmediato.',
];

function timeAt(second: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${TEMPLATE_DAY} ${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}+00:00`;
}
