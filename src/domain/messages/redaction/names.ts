import { hasNumeral, isCapitals, type Span, type Word, wordList } from './words.ts';

const GREETINGS = wordList(`
  hola holi hi hello hey dear ola oi estimado estimada estimad estimados estimadx querido querida prezado prezada caro cara
  bienvenido bienvenida bienvenidx welcome gracias thanks obrigado obrigada felicidades felicitaciones parabens buenas saludos oie hiya howdy greetings
  congratulations congrats`);
/** Second words of greetings such as `Buenos días`; `FIRST_WORDS` contains the first words. */
const SECOND_WORDS = wordList(
  'dias tardes noches dia tarde noite morning afternoon evening vindo vinda cumpleanos birthday aniversario natal navidad christmas day ai bem you',
);
const FIRST_WORDS = wordList('buenos buenas buen bom boa good bem feliz happy merry thank e tudo');
const TITLES = wordList(
  'sr sra srta sres senor senora senorita don dona dr dra mr mrs ms miss mx prof profesor profesora lic ing senhor senhora',
);
/** Words for a customer in a greeting, which a name may follow: `Estimado cliente Juan`. */
const ROLES = wordList(
  'cliente customer paciente socio socia usuario usuaria vecino vecina afiliado afiliada',
);
const BETWEEN = wordList(
  'again back de nuevo novo otra outra vez novamente querido querida estimado estimada dear soy',
);
const NO_NAMES = wordList(`
  tu tus su sus te le les se ya hoy manana aun esta este esto estas estos es el la los las lo un una en con por para no si que
  como al del mi mis nos nuestro nuestra tenemos tienes tiene queremos recuerda recordamos recuerde informamos confirma
  confirmamos gracias bienvenido bienvenida aprovecha aprovecha ultimo ultima ultimos hola somos soy desde cliente clientes
  usuario usuaria socio socia vecino vecina amigo amiga amigos amigas equipo todos todas paciente afiliado afiliada
  apoderado apoderada alumno alumna padres familia colaborador colaboradora asegurado asegurada titular contribuyente
  the your you we our this that it is are there their here all everyone everybody team customer customers user member guest
  friend friends folks client patient parent parents student subscriber neighbor neighbour sir madam passenger driver just
  thank thanks please don did do have has need new now today tomorrow reminder to for from with and again back get good
  tarde noche noite seu sua seus suas voce voces o a os as um uma nao sim hoje amanha temos obrigado obrigada pessoal galera gente amor
  todo todos mundo tudo aqui ja lembre lembramos informamos confirme confirmamos aproveite senhores senhoras consumidor
  associado associada aluno aluna morador moradora motorista segue chegou tem foi esse essa este esta`);
const PARTICLES = wordList('de da do dos das del la las los y e van von di');

const LABELS = wordList(
  'paciente cliente nombre titular destinatario destinataria patient customer name recipient',
);
/** Words to a customer, which follow a name at the beginning of a text: `Camila, tienes puntos`. */
const TO_CUSTOMER = wordList('tu tus te tienes tenemos su sus you your');

/** Finds names of people after a greeting (`Hola María José,`) or a label (`Paciente: Ana`), or first in a text. */
export function findNames(words: readonly Word[]): Span[] {
  const found = words.flatMap((_, at) =>
    isGreeting(words, at) ? nameAfter(words, at) : labelledName(words, at),
  );
  return [...addressedName(words), ...found];
}

function labelledName(words: readonly Word[], label: number): Span[] {
  const isLabel = LABELS.has(words[label]?.plain ?? '') && /^ ?: ?$/.test(words[label + 1]?.gap ?? '');
  return isLabel ? nameAt(words, label + 1) : [];
}

function addressedName(words: readonly Word[]): Span[] {
  const next = words[lastOfName(words, 0) + 1];
  return next && next.gap === ', ' && TO_CUSTOMER.has(next.plain) ? nameAt(words, 0) : [];
}

function nameAt(words: readonly Word[], first: number): Span[] {
  const word = words[first];
  if (word === undefined || !isCapitalized(word) || hasNumeral(word) || isNoName(word)) return [];
  return [{ start: word.start, end: words[lastOfName(words, first)]?.end ?? word.end }];
}

function isGreeting(words: readonly Word[], at: number): boolean {
  const plain = words[at]?.plain ?? '';
  if (at === 0 && TITLES.has(plain)) return true;
  return GREETINGS.has(plain) || (SECOND_WORDS.has(plain) && FIRST_WORDS.has(words[at - 1]?.plain ?? ''));
}

const BEFORE_NAME = /^[^\p{L}\p{N}\n:;?•]{1,8}$/u;
/** If a sentence ends after the greeting, a mark must follow the name: `Hola! Ana, tu pedido`. */
const SENTENCE_END = /[.!]/;
const ENDED = /^[,:!.;)…]|^ ?[\p{Pd}(]/u;

function nameAfter(words: readonly Word[], greeting: number): Span[] {
  let at = greeting + 1;
  while (isPassedOver(words[at], words[at + 1])) at += 1;
  const opening = words[at]?.gap ?? '';
  if (!BEFORE_NAME.test(opening)) return [];
  const start = words[at]?.start ?? 0;
  while (TITLES.has(words[at]?.plain ?? '')) at += 1;
  const first = words[at];
  const isInitial = /^[.'’]/.test(words[at + 1]?.gap ?? '') && first?.text.length === 1;
  if (first === undefined || hasNumeral(first) || (isNoName(first) && !isInitial)) return [];
  const isEnded = isEndedAt(words, at);
  if (!isCapitalized(first)) {
    const end = (isEnded ? first : lastOfSmall(words, at))?.end;
    return end !== undefined && /^\p{L}{3}/u.test(first.text) && opening.trim() === ''
      ? [{ start, end }]
      : [];
  }
  const last = lastOfName(words, at);
  // A second name may begin with a small letter: `Hola María josé,`.
  const small = last === at && !isEndedAt(words, at) ? lastOfSmall(words, at + 1, 1) : undefined;
  if (small !== undefined) return [{ start, end: small.end }];
  const isWholeEnded = isEndedAt(words, last) || isNoName(words[last + 1]);
  if (SENTENCE_END.test(opening) && start === first.start && !isWholeEnded) return [];
  // In a text in capitals, every word has a capital, so only the first word counts as the name.
  const isOne = isCapitals(first) && first.text.length > 1 && !isWholeEnded;
  return [{ start, end: words[isOne ? at : last]?.end ?? first.end }];
}

/** True for words between a greeting and a name: `Hola de nuevo`, `Welcome back`. */
function isPassedOver(word: Word | undefined, next: Word | undefined): boolean {
  if (word === undefined) return false;
  return (
    BETWEEN.has(word.plain) ||
    /^[(/@]$/.test(word.gap) ||
    (ROLES.has(word.plain) && next?.gap === ' ' && isCapitalized(next))
  );
}

function isNoName(word: Word | undefined): boolean {
  return word !== undefined && (NO_NAMES.has(word.plain) || NO_NAMES.has(word.plain.replace(/s$/, '')));
}

function isCapitalized({ text }: Word): boolean {
  return /^\p{Lu}/u.test(text);
}

function isEndedAt(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  return next === undefined || ENDED.test(next.gap) || next.gap.includes('\n');
}

const MOST_SMALL = 3;

/** Finds the last of a few lower-case words before a comma, which form a name: `ana maria,`. */
function lastOfSmall(words: readonly Word[], first: number, most = MOST_SMALL): Word | undefined {
  for (const [index, word] of words.slice(first, first + most).entries()) {
    const isPart = /^\p{Ll}\P{N}+$/u.test(word.text) && !isNoName(word) && !isOfGreeting(word);
    if (!isPart || (index > 0 && !/^[ \-'’]$/.test(word.gap))) return undefined;
    if (/^[,:!]/.test(words[first + index + 1]?.gap ?? word.marks)) return word;
  }
  return undefined;
}

function isOfGreeting({ plain }: Word): boolean {
  return [GREETINGS, FIRST_WORDS, SECOND_WORDS, ROLES, BETWEEN].some((list) => list.has(plain));
}

const MOST_WORDS = 5;

function lastOfName(words: readonly Word[], first: number): number {
  let last = first;
  for (let at = first + 1; at < first + MOST_WORDS; at += 1) {
    const word = words[at];
    if (word === undefined || !/^(?: |\. |[-'’])$/.test(word.gap) || hasNumeral(word)) break;
    const isInitial = (words[at - 1]?.text.length ?? 0) < 3 || TITLES.has(words[at - 1]?.plain ?? '');
    if (word.gap === '. ' && !isInitial) break;
    if (PARTICLES.has(word.plain) && !isCapitalized(word)) continue;
    if (!isCapitalized(word) || isNoName(word)) break;
    last = at;
  }
  return last;
}
