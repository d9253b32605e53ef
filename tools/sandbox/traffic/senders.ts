import { type Draw, type NonEmpty, pick } from './draw.ts';

const brands: NonEmpty<string> = ['Banco Sur', 'Clínica Los Robles', 'Tienda Norte', 'Seguros Andes'];
const people: NonEmpty<string> = ['Camila', 'José', 'Martina', 'Benjamín', 'Sofía', 'Íñigo'];

function digits(draw: Draw, count: number): string {
  return String(Math.floor(draw() * 10 ** count)).padStart(count, '0');
}

function hour(draw: Draw): string {
  return `${9 + Math.floor(draw() * 9)}:${pick(draw, ['00', '15', '30', '45'])}`;
}

export function codeText(draw: Draw): string {
  const brand = pick(draw, brands);
  const code = digits(draw, 6);
  return pick(draw, [
    `${brand}: su código de verificación es ${code}. No lo comparta con nadie.`,
    `Tu código ${brand} es ${code}. Vence en 5 minutos.`,
    `${code} es tu clave de acceso a ${brand}`,
  ]);
}

export function reminderText(draw: Draw): string {
  const who = pick(draw, people);
  const when = hour(draw);
  return pick(draw, [
    `Hola ${who}, te recordamos tu hora de mañana a las ${when} en Clínica Los Robles. Responde SI para confirmar.`,
    `Clínica Los Robles\nPaciente: ${who}\nHora: mañana ${when}\nPara anular: https://robles.example/h/${digits(draw, 5)}`,
    `${who}: tu cuota vence mañana. Paga antes de las ${when} y evita recargos.`,
  ]);
}

export function deliveryText(draw: Draw): string {
  const parcel = digits(draw, 8);
  return pick(draw, [
    `Tu pedido ${parcel} va en camino 🚚 Llega hoy entre ${hour(draw)} y 20:00. Síguelo: https://envios.example/${parcel}`,
    `Entregamos tu pedido ${parcel}. ¡Gracias por tu compra!`,
    `No te encontramos en casa. Reagenda la entrega ${parcel} en https://envios.example/r/${parcel}`,
  ]);
}

export function marketingText(draw: Draw): string {
  return pick(draw, [
    `🔥 ${pick(draw, brands)}: 30% dto. en toda la tienda solo hoy. https://ofertas.example/${digits(draw, 4)}`,
    `${pick(draw, people)}, tienes $${digits(draw, 4)} en puntos por vencer. Canjéalos en Tienda Norte.\nPara no recibir más: BAJA`,
    'Este fin de semana, 2x1 en cines con tu tarjeta. ¡Invita a quien quieras! 🎬',
  ]);
}

export const senders = [
  { number: '56001', share: 0.55, write: codeText },
  { number: '56002', share: 0.22, write: reminderText },
  { number: '56003', share: 0.13, write: marketingText },
  { number: '56004', share: 0.1, write: deliveryText },
] satisfies NonEmpty<object>;
