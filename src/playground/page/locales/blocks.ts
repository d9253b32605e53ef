/** Of an alert; the default says nothing of how grave it is. */
export type AlertLevel = 'info' | 'warning' | 'error' | 'success';

/** What the page says around the blocks of a message. */
export interface BlocksWords {
  readonly working: string;
  readonly unanswered: string;
  readonly unreachable: string;
  readonly impossible: (detail: string) => string;
  readonly more: string;
  readonly choose: string;
  readonly sure: string;
  readonly yes: string;
  readonly no: string;
  readonly opensPage: string;
  readonly notDrawn: (type: string) => string;
  /** How grave an alert is, before what it says. */
  readonly levels: Readonly<Record<AlertLevel, string>>;
  readonly chart: {
    readonly asTable: string;
    readonly point: string;
    readonly value: string;
    readonly share: string;
    readonly total: string;
    readonly none: string;
    readonly read: (title: string) => string;
    readonly scroll: string;
  };
  readonly table: {
    readonly sort: (column: string) => string;
    readonly pages: (caption: string) => string;
    readonly shown: (first: number, last: number, all: number) => string;
    readonly before: string;
    readonly next: string;
  };
}

export const blocksEn: BlocksWords = {
  working: 'Working…',
  unanswered: 'SMS Desk did not answer in time. Nothing may have happened: try again.',
  unreachable: 'Not sent: the playground cannot be reached.',
  impossible: (detail) => `Not sent: ${detail}`,
  more: 'More actions',
  choose: 'Choose…',
  sure: 'Are you sure?',
  yes: 'Yes',
  no: 'Cancel',
  opensPage: 'opens a page',
  notDrawn: (type) => `A block that is not drawn here: ${type}`,
  levels: { info: 'Information', warning: 'Warning', error: 'Error', success: 'Success' },
  chart: {
    asTable: 'Figures as a table',
    point: 'Point',
    value: 'Value',
    share: 'Share',
    total: 'Total',
    none: 'none',
    read: (title) => `${title}: read point by point with the arrow keys`,
    scroll: 'Wide content, scrolls sideways',
  },
  table: {
    sort: (column) => `Sort by ${column}`,
    pages: (caption) => `Pages of ${caption}`,
    shown: (first, last, all) => `${first}–${last} of ${all}`,
    before: 'Rows before',
    next: 'Next rows',
  },
};

export const blocksEs: BlocksWords = {
  working: 'En curso…',
  unanswered: 'SMS Desk no respondió a tiempo. Puede que no haya pasado nada: vuelve a intentarlo.',
  unreachable: 'No se envió: no hay conexión con el playground.',
  impossible: (detail) => `No se envió: ${detail}`,
  more: 'Más acciones',
  choose: 'Elegir…',
  sure: '¿Seguro?',
  yes: 'Sí',
  no: 'Cancelar',
  opensPage: 'abre una página',
  notDrawn: (type) => `Un bloque que aquí no se dibuja: ${type}`,
  levels: { info: 'Información', warning: 'Advertencia', error: 'Error', success: 'Éxito' },
  chart: {
    asTable: 'Cifras en una tabla',
    point: 'Punto',
    value: 'Valor',
    share: 'Parte',
    total: 'Total',
    none: 'sin dato',
    read: (title) => `${title}: se lee punto por punto con las flechas`,
    scroll: 'Contenido ancho, se desplaza hacia los lados',
  },
  table: {
    sort: (column) => `Ordenar por ${column}`,
    pages: (caption) => `Páginas de ${caption}`,
    shown: (first, last, all) => `${first}–${last} de ${all}`,
    before: 'Filas anteriores',
    next: 'Filas siguientes',
  },
};
