import { spanish } from '../plural.ts';
import type { headlines as en } from './headlines.en.ts';

const { counted } = spanish;

const at = (operators: string | undefined) => (operators === undefined ? '' : ` en ${operators}`);

export const headlines: typeof en = {
  of: {
    normal: (operators) => `Los SMS funcionan con normalidad${at(operators)}`,
    degraded: (operators) => `Los SMS van más lentos que lo habitual${at(operators)}`,
    down: (operators) => `Los SMS están caídos${at(operators)}`,
    silent: (operators) => `Casi no entran SMS${operators === undefined ? '' : ` para ${operators}`}`,
    clock_off: (operators) => `Reloj desfasado${at(operators)}: los tiempos de entrega no son confiables`,
    too_little_traffic: (operators) => `Muy pocos SMS${at(operators)} para sacar una conclusión`,
    platform_unreachable: () => 'La plataforma de SMS no responde; no sé si los SMS funcionan',
  },
  failing: (operators) => `Fallan más SMS que lo habitual${at(operators)}`,
  withoutReceipt: (operators) => `La mayoría de los SMS${at(operators)} sigue sin confirmación`,
  partly: (judged, of) =>
    judged === 0
      ? 'Normal en total; muy pocos SMS por operador para juzgar'
      : `Normal donde hay suficientes SMS: ${counted(judged)} de ${counted(of)} operadores`,
  receiptless: (operator) => `Los SMS se traspasan con normalidad; ${operator} no envía confirmaciones`,
  notCompared: 'Aún no hay con qué comparar los SMS de hoy',
  operators: (count) => `${counted(count)} operadores`,
  verdicts: { notCompared: 'sin comparar', downOrLate: 'caído o atrasado' },
};
