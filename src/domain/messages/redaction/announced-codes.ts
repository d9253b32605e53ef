import { isAmount, isMixed, SHORTEST_CODE } from './mixed-codes.ts';
import {
  compoundAt,
  countCharacters,
  hasLetter,
  hasNumeral,
  isCapitals,
  isRedacted,
  PASSWORD_MARKS,
  type Span,
  spanOfWords,
  type Word,
  wordList,
} from './words.ts';

const FURTHEST = 12;
const MOST_PARTS = 6;

const SIGN = /[:=→»]|->/;
const SENTENCE_END = /[.!?;…](?=\s|$)|\n/u;

/** If `isLoud`, most words of the text are in capitals, so capitals do not point to a secret code. */
interface AnnouncingText {
  readonly words: readonly Word[];
  readonly isLoud: boolean;
}

export function isAnnouncing({ plain }: Word): boolean {
  return NOUNS.has(plain) || plain.startsWith('verif');
}

export function isAskingFor(plain: string): boolean {
  return VERBS.has(plain);
}

/** Finds secret codes by a word that announces them: `Tu clave es girasol`, `BANANA is your code`. */
export function findAnnouncedCodes(words: readonly Word[]): Span[] {
  const lettered = words.filter(hasLetter);
  const isLoud = lettered.length > 2 && lettered.filter(isCapitals).length * 2 > lettered.length;
  const reading = { words, isLoud };
  return words.flatMap((word, at) => {
    if (isAskingFor(word.plain)) return strikingAfter(reading, at, 1);
    if (!isAnnouncing(word)) return [];
    const announced = [...announcedBefore(reading, at), ...announcedAfter(reading, at)];
    if (announced.length > 0) return announced;
    const striking = strikingAfter(reading, at, MOST_QUALIFIERS);
    return striking.length > 0 ? striking : strikingBefore(reading, at);
  });
}

/** Finds a secret code after the word for it: `code is BANANA`, `clave de acceso a Banco Sur: girasol`. */
function announcedAfter({ words, isLoud }: AnnouncingText, noun: number): Span[] {
  let isDenied = false;
  for (let at = noun + 1; at <= noun + FURTHEST; at += 1) {
    const word = words[at];
    const last = words[at - 1];
    if (word === undefined || last === undefined || isRedacted(word)) return [];
    const isAfterCopula = at > noun + 1 && isCopula(last);
    const isAbbreviated = at === noun + 1 && last.plain === 'cod' && word.gap === '. ' && hasNumeral(word);
    const isPointedAt = SIGN.test(word.gap) || isAfterCopula || isAbbreviated;
    const isAnnounced = isPointedAt || isQuoted(words, at) || isLineOfItsOwn(words, at);
    if (!isAnnounced && SENTENCE_END.test(word.gap)) return [];
    const inWords = numberWordsAt(words, at);
    if (inWords.length >= (isAnnounced ? 2 : 3)) return [spanOfWords(inWords)];
    const isShort = at === noun + 1 && SHORT_CODES.has(last.plain);
    if ((isAnnounced || isShort) && isShortNumber(word)) return [spanOfWords([word])];
    if (isAnnounced) {
      const code = codeAt(words, at);
      if (code !== undefined && (!isDenied || isStriking(code, isLoud))) return [spanOfPassword(code)];
      if (isNumber(word)) return [];
    }
    isDenied ||= DENIALS.has(word.plain);
  }
  return [];
}

function isCopula({ text }: Word): boolean {
  return COPULAS.has(text.normalize('NFC').toLowerCase());
}

function isShortNumber({ text, gap, marks }: Word): boolean {
  return /^\p{N}{3}$/u.test(text) && !/\p{Sc} ?$/u.test(gap) && !marks.startsWith('%');
}

/** Returns number words that follow each other: `cuatro ocho dos uno`, `four-eight, two and one`. */
function numberWordsAt(words: readonly Word[], at: number): readonly Word[] {
  const isNext = (word: Word | undefined) =>
    word !== undefined && /^(?:\p{Zs}|[\p{Pd},.]\p{Zs}?)$/u.test(word.gap);
  const isNumberWord = (word: Word | undefined) => word !== undefined && SPELLED_OUT.has(word.plain);
  if (!isNumberWord(words[at])) return [];
  let end = at + 1;
  while (isNext(words[end])) {
    const next = AND.has(words[end]?.plain ?? '') && isNext(words[end + 1]) ? end + 1 : end;
    if (!isNumberWord(words[next])) break;
    end = next + 1;
  }
  return words.slice(at, end);
}

function isNumber(word: Word): boolean {
  return hasNumeral(word) && !isAmount(word);
}

/** True for `10min` and `5GB`, but not for `12x34`, which may be a secret code. */
function isFigureWithUnit(word: Word): boolean {
  return isAmount(word) && /\p{L}$/u.test(word.text);
}

function isQuoted(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  return /["“«'‘*[]$/.test(words[at]?.gap ?? '') && next !== undefined && /^["”»'’*\]]/.test(next.gap);
}

function isLineOfItsOwn(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  return /\n/.test(words[at]?.gap ?? '') && (next === undefined || /\n/.test(next.gap));
}

/** Returns the words of a secret code; `undefined` for an ordinary word, an amount or a number. */
function codeAt(words: readonly Word[], at: number): readonly Word[] | undefined {
  const chunks = chunksAt(words, at);
  if (chunks !== undefined) return chunks;
  const compound = passwordAt(words, at);
  const [first] = compound;
  if (first === undefined || isFigureWithUnit(first) || !compound.some(hasLetter)) return undefined;
  if (compound.length === 1 && (NO_CODES.has(first.plain) || isAnnouncing(first))) return undefined;
  if (compound.some(isRedacted)) return compound;
  return countCharacters(compound) + countMarks(compound) >=
    (isCapitals(first) ? SHORTEST_CODE - 1 : SHORTEST_CODE)
    ? compound
    : undefined;
}

const MARKS = new RegExp(`^${PASSWORD_MARKS}{1,2}$`);

/** Joins words with the marks that passwords contain: `p@ss#12`, `Sol.Mar`. */
function passwordAt(words: readonly Word[], at: number): readonly Word[] {
  let compound = compoundAt(words, at, MOST_PARTS);
  const [first] = compound;
  const isPlain = first === undefined || !hasLetter(first) || NO_CODES.has(first.plain);
  for (;;) {
    const next = words[at + compound.length];
    if (next === undefined || compound.length >= MOST_PARTS) return compound;
    // A sentence may follow a dot without a blank: `girasol.No la compartas`.
    const isDotted = next.gap === '.' && !isPlain && !isRedacted(next) && !NO_CODES.has(next.plain);
    if (!isDotted && !MARKS.test(next.gap)) return compound;
    compound = [...compound, ...compoundAt(words, at + compound.length, MOST_PARTS)];
  }
}

function countMarks(password: readonly Word[]): number {
  const within = password.slice(1).filter(({ gap }) => MARKS.test(gap));
  return within.reduce((size, { gap }) => size + gap.length, marksAtEnd(password));
}

/** Counts marks after a password, but not `!` at the end of a sentence or marks around it: `*girasol*`. */
function marksAtEnd(password: readonly Word[]): number {
  const { marks = '' } = password.at(-1) ?? {};
  const isAround = marks !== '' && (password[0]?.gap ?? '').endsWith(marks);
  const isOfSentence = /^!*$/.test(marks) && !password.slice(1).some(({ gap }) => MARKS.test(gap));
  return isAround || isOfSentence ? 0 : marks.length;
}

function spanOfPassword(password: readonly Word[]): Span {
  const { start, end } = spanOfWords(password);
  return { start, end: end + marksAtEnd(password) };
}

const LONGEST_CHUNK = 5;

function chunksAt(words: readonly Word[], at: number): readonly Word[] | undefined {
  let end = at;
  for (const word of words.slice(at, at + MOST_PARTS)) {
    if (word.text.length > LONGEST_CHUNK || (end > at && !/^[\p{Zs}\p{Pd}]{1,3}$/u.test(word.gap))) break;
    const isChunk = hasNumeral(word)
      ? !isFigureWithUnit(word)
      : isCapitals(word) && !NO_CODES.has(word.plain);
    if (!isChunk || isAnnouncing(word)) break;
    end += 1;
  }
  const chunks = words.slice(at, end);
  return isMixed(chunks) ? chunks : undefined;
}

/** True if a word has numerals, capitals in a text of small letters, or unpronounceable letters. */
function isStriking(code: readonly Word[], isLoud: boolean): boolean {
  return (
    code.some((word) => hasNumeral(word) || isUnpronounceable(word)) || (!isLoud && code.every(isCapitals))
  );
}

function isUnpronounceable({ plain, text }: Word): boolean {
  if (plain.length < SHORTEST_CODE) return false;
  const isRandom = !/[aeiouy]/.test(plain) || /q(?!u)|[bcdfghjklmnpqrstvwxz]{5}/.test(plain);
  // Capitals within a word point to a secret code in `kXqZ`, but not in `PayPal`.
  return isRandom || /\p{Ll}\p{Lu}[^aeiouáéíóú]{0,2}(?:\p{Lu}|$)/u.test(text);
}

/** Most words between the word for a code and the secret code itself: `código de acceso KXQZ`. */
const MOST_QUALIFIERS = 4;

/** Finds a secret code after a word such as “code” without a colon or “is”: `code KXQZ`. */
function strikingAfter({ words, isLoud }: AnnouncingText, noun: number, furthest: number): Span[] {
  let isOf = false;
  for (let at = noun + 1; at <= noun + furthest; at += 1) {
    const word = words[at];
    if (word === undefined || isRedacted(word) || SENTENCE_END.test(word.gap) || SIGN.test(word.gap))
      return [];
    const code = isOf ? undefined : codeAt(words, at);
    // After “de” or “at” comes the issuer, not the secret code: `código de WOM`, `your PIN at the ATM`.
    isOf = OF.has(word.plain) || (isOf && POSSESSIVES.has(word.plain));
    if (code === undefined || !isStriking(code, isLoud)) continue;
    const after = words.slice(at + code.length, at + code.length + 2);
    const isSender = !code.some(hasNumeral) && after.some((one) => isNumber(one) || isRedacted(one));
    return isSender ? [] : [spanOfWords(code)];
  }
  return [];
}

/** Finds a secret code before the word for it: `BANANA is your code`. */
function announcedBefore({ words }: AnnouncingText, noun: number): Span[] {
  for (let at = noun - 1; at > 0 && at >= noun - MOST_PARTS; at -= 1) {
    const copula = words[at];
    if (copula === undefined || isRedacted(copula) || SENTENCE_END.test(words[at + 1]?.gap ?? '')) return [];
    if (isCopula(copula) || AS.has(copula.plain)) return codeBefore(words, at);
    if (AND.has(copula.plain)) return [];
  }
  return [];
}

function codeBefore(words: readonly Word[], end: number, between = /^["”»'’*)\]]?\s?$/u): Span[] {
  if (!between.test(words[end]?.gap ?? '')) return [];
  let first = end - 1;
  while (first > 0 && end - first < MOST_PARTS && /^[\p{Pd}\p{Pc}]$/u.test(words[first]?.gap ?? ''))
    first -= 1;
  const code = codeAt(words, first);
  return code === undefined || first + code.length !== end ? [] : [spanOfWords(code)];
}

/** Finds a secret code at the beginning of a text, before the word for it: `QWERTY - tu código`. */
function strikingBefore({ words, isLoud }: AnnouncingText, noun: number): Span[] {
  let at = noun;
  while (at > 0 && noun - at < MOST_QUALIFIERS && POSSESSIVES.has(words[at - 1]?.plain ?? '')) at -= 1;
  const code = isLoud ? [] : codeBefore(words, at, /^\s?(?:[\p{Pd}:=→,(]|->)\s?$/u);
  const [span] = code;
  if (span === undefined || words[at - 1]?.end !== span.end) return [];
  const isAlone =
    words[0]?.start === span.start &&
    !words.slice(noun, noun + FURTHEST).some(({ plain }) => DENIALS.has(plain));
  return isAlone && isCapitals(words[0] as Word) ? code : [];
}

/** Words that announce a secret code, in Spanish, Portuguese and English, without accents. */
const NOUNS = wordList(`
  cod codigo codigos code codes otp otps pin pins puk nip clave claves contrasena contrasenas contrasenia senha senhas
  password passwords passcode passcodes passphrase palavra palabra keyword word passe token tokens cupon cupones cupom cupons
  coupon coupons voucher vouchers localizador chave chaves cvv cvc 2fa pwd`);

/** Words after which three numerals are a secret code. */
const SHORT_CODES = wordList('cvv cvc pin');

/** Number words, because a secret code may be spelled out in words. */
const SPELLED_OUT = wordList(`
  cero uno una un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete
  dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho
  veintinueve treinta cuarenta cincuenta sesenta setenta ochenta noventa
  zero um uma dois duas quatro sete oito nove meia dez onze doze treze quatorze quinze vinte trinta quarenta cinquenta
  sessenta oitenta
  oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen twenty thirty forty fifty sixty seventy eighty ninety`);

const VERBS = wordList(`
  usa use uso usando utiliza utilice utilize using ingresa ingrese ingresar digita digite digitar introduce introduzca
  enter type insert inserta insira informe escribe escriba escreva teclea teclee paste pega copia copie copy muestra
  muestre mostre show presenta presente present apresente canjea canjee redeem aplica aplique apply`);

/** Words such as “is” before a secret code; `e` is missing, because without an accent it means “and”. */
const COPULAS = wordList('es is é era será sera seja sea eh are was');

const POSSESSIVES = wordList(
  'tu su your seu sua the el la o a my mi este esta this es is one time codigo clave de',
);

const OF = wordList('de del da do das dos of para for to en em at with con com by');

const AS = wordList('as como');

const AND = wordList('y e and pero mas but');

/** After these words, a word is a secret code only if it looks like one, such as `KXQZ`. */
const DENIALS = wordList(`
  no not nunca jamas jamais never nao vence vencio expira expiro expires expired expirou caduca deve debe must should ha
  has have have was were fue foi sera llegara will vai vendra bloqueada bloqueado`);

/** Ordinary words that may follow `es`, `is` or a colon, and are no secret codes. */
const NO_CODES = wordList(`
  el la los las un una unos unas lo le les su sus tu tus mi mis se si no ni ya de del al en con sin por para que como muy
  mas solo sola es son fue ha esta este esto estas estos esa ese eso aqui aca ahi asi tan todo toda siguiente siguientes
  the a an of in on at to for from with without and or but not no only now here there it its this that these those your
  yours my our be being been very too so as if following
  o os as um uma do da dos das no na nos nas em com sem pelo pela seu sua seus suas meu minha nao nem ja e ou mas so esse
  essa isto isso muito tao
  nunca jamas jamais never nadie ninguem alguien nobody don dont
  cual cuales what which qual quais quien who quem
  personal personales pessoal intransferible intransferivel secreto secreta secret confidencial confidential privado privada
  private unico unica unique valido valida valid invalido invalida invalid vigente correcto correcta incorrecto incorrecta
  correct incorrect wrong errado errada correto correta incorreto incorreta
  necesario necesaria necessario necessaria necessary obligatorio obligatoria obrigatorio obrigatoria mandatory requerido
  requerida required needed importante important facil dificil easy hard simple segura seguro secure safe insegura inseguro
  nueva nuevo nova novo new lista listo pronta pronto ready distinta distinto diferente different igual same debil weak
  enviado enviada enviados sent generado generada gerado gerada generated bloqueada bloqueado locked blocked expired
  vencida vencido vence vencio expira expirou caduco expires cambiada cambiado changed alterada alterado updated
  actualizada actualizado incluye incluida debe deve must should puede pode can may
  responsabilidad responsabilidade responsibility llave puerta key
  ahora agora hoy hoje today ingresa ingrese entra entre enter usa use click haz haga descarga baja clique acesse
  sms email mail correo app web link url id whatsapp wsp online gratis free cambia cambie altere change
  yes sim stop baja salir sair help ayuda ok pin usuario user login nombre name nome formal casual`);
