import type { NonEmpty } from './draw.ts';

/** How an operator behaves. Seconds are medians. */
export interface Operator {
  readonly name: string;
  /** Part of the subscribers. */
  readonly share: number;
  readonly handOverSeconds: number;
  /** From hand-over to handset. */
  readonly deliverySeconds: number;
  /** Part of the messages with a final receipt that failed. */
  readonly failureRate: number;
  /** Part of the messages whose receipt ever comes; 0 is an operator that sends none. */
  readonly receiptCoverage: number;
  /** Its word for a message it holds. */
  readonly pending: 'sent' | 'enroute';
}

export const operators: NonEmpty<Operator> = [
  {
    name: 'Entel',
    share: 0.31,
    handOverSeconds: 1.4,
    deliverySeconds: 4,
    failureRate: 0.015,
    receiptCoverage: 0.995,
    pending: 'sent',
  },
  {
    name: 'Movistar',
    share: 0.24,
    handOverSeconds: 1.8,
    deliverySeconds: 5,
    failureRate: 0.022,
    receiptCoverage: 0.99,
    pending: 'enroute',
  },
  {
    name: 'Claro',
    share: 0.19,
    handOverSeconds: 2.6,
    deliverySeconds: 7,
    failureRate: 0.035,
    receiptCoverage: 0.975,
    pending: 'sent',
  },
  {
    name: 'WOM',
    share: 0.18,
    handOverSeconds: 1.6,
    deliverySeconds: 6,
    failureRate: 0.028,
    receiptCoverage: 0.985,
    pending: 'enroute',
  },
  {
    name: 'VTR',
    share: 0.05,
    handOverSeconds: 3.2,
    deliverySeconds: 11,
    failureRate: 0.045,
    receiptCoverage: 0.93,
    pending: 'sent',
  },
  {
    name: 'Ruta Andina',
    share: 0.03,
    handOverSeconds: 4,
    deliverySeconds: 9,
    failureRate: 0.03,
    receiptCoverage: 0,
    pending: 'sent',
  },
];
