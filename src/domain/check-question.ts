import { plainWord } from './spelling.ts';

const NAME = String.raw`(?<name>\S+(?: \S+){0,2}?)`;
const NOW = '(?: (?:right now|now|today|ahora(?: mismo)?|hoy))?';
const STATE_EN =
  '(?:down|up|slow|late|delayed|broken|failing|working|ok|okay|fine|having (?:problems|issues|trouble))';
const STATE_ES =
  '(?:caid[oa]s?|lent[oa]s?|mal|bien|ok|fallando|funcionando|atrasad[oa]s?|con (?:problemas|fallas|demoras|atrasos))';
const IS_ES = '(?:esta|estan|anda|andan|sigue|siguen)';
const TROUBLE_ES = '(?:problemas|fallas|demoras|atrasos|un problema|una falla|un incidente)';

/** Questions in plain spelling, such as `is WOM down` or `esta caido WOM`. */
const QUESTIONS: readonly RegExp[] = [
  `(?:is|are) ${NAME} (?:still )?${STATE_EN}${NOW}`,
  `(?:is|are) there (?:problems|issues|trouble|an outage|an incident|a problem|an issue) (?:at|with|in) ${NAME}${NOW}`,
  `(?:does|do) ${NAME} work${NOW}`,
  `how (?:is|are) ${NAME}(?: doing)?${NOW}`,
  `${NAME} is ${STATE_EN}${NOW}`,
  `${IS_ES} ${STATE_ES} ${NAME}${NOW}`,
  `${IS_ES} ${NAME} ${STATE_ES}${NOW}`,
  `${NAME} ${IS_ES} ${STATE_ES}${NOW}`,
  `(?:se cayo|cayo|funciona|funcionan|como esta|como estan|como anda) ${NAME}${NOW}`,
  `(?:hay|tiene) ${TROUBLE_ES} (?:en|con) ${NAME}${NOW}`,
  `${NAME} (?:tiene|tienen) ${TROUBLE_ES}${NOW}`,
].map((pattern) => new RegExp(`^${pattern}$`, 'u'));

const GREETING = /^(?:hi|hello|hey|hola|buenas|buenos dias|buenas tardes)[\s,!.:;¿¡]+/iu;
const ARTICLE = /^(?:the|el|la|los|las) /;
const ALL =
  /^(?:(?:sms )?(?:platform|plataforma|servicio|service)|sms|sms desk|texts?|messages?|mensajes|everything|something|anything|what|it|all|todo|algo|que)$/;
/** Words of a question about one message or customer, of a command, or a number. */
const OTHER =
  /\b(?:you|who|whom|he|she|they|we|it going|things?|lunch|payment|my|mi|your|tu|su|this|that|este|ese|quien|usted|ustedes|pago|code|codigo|clave|number|numero|customer|cliente|check|status|report|revisa|estado|reporte)\b|(?:\d\D*){4}/;

/** The operator that a question such as “is WOM down?” is about; empty for all; `undefined` for other texts. */
export function operatorInQuestion(text: string): string | undefined {
  const typed = text
    .replace(GREETING, '')
    .replace(/^[¿¡\s]+/u, '')
    .replace(/[\s?!.]+$/u, '')
    .replaceAll(/\s+/g, ' ');
  const plain = plainWord(typed);
  for (const question of QUESTIONS) {
    const { name } = question.exec(plain)?.groups ?? {};
    if (name === undefined) continue;
    const operator = name.replace(ARTICLE, '');
    if (OTHER.test(operator)) return undefined;
    return ALL.test(operator) ? '' : asTyped(operator, typed, plain);
  }
  return undefined;
}

/** The name with its capitals and accents, if plain spelling kept the text's length. */
function asTyped(name: string, typed: string, plain: string): string {
  const at = plain.lastIndexOf(name);
  return plain.length === typed.length ? typed.slice(at, at + name.length) : name;
}
