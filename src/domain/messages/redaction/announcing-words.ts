import { wordList } from './words.ts';

/** Words that announce a secret code, in Spanish, Portuguese and English, without accents. */
export const NOUNS = wordList(`
  cod codigo codigos code codes otp otps pin pins puk nip clave claves contrasena contrasenas contrasenia senha senhas
  password passwords passcode passcodes passphrase palavra palabra keyword word passe token tokens cupon cupones cupom cupons
  coupon coupons voucher vouchers localizador chave chaves cvv cvc 2fa pwd`);

/** Words after which three numerals are a secret code. */
export const SHORT_CODES = wordList('cvv cvc pin');

/** Number words, because a secret code may be spelled out in words. */
export const SPELLED_OUT = wordList(`
  cero uno una un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete
  dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho
  veintinueve treinta cuarenta cincuenta sesenta setenta ochenta noventa
  zero um uma dois duas quatro sete oito nove meia dez onze doze treze quatorze quinze vinte trinta quarenta cinquenta
  sessenta oitenta
  oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen twenty thirty forty fifty sixty seventy eighty ninety`);

export const VERBS = wordList(`
  usa use uso usando utiliza utilice utilize using ingresa ingrese ingresar digita digite digitar introduce introduzca
  enter type insert inserta insira informe escribe escriba escreva teclea teclee paste pega copia copie copy muestra
  muestre mostre show presenta presente present apresente canjea canjee redeem aplica aplique apply`);

/** Words such as “is” before a secret code; `e` is missing, because without an accent it means “and”. */
export const COPULAS = wordList('es is é era será sera seja sea eh are was');

export const POSSESSIVES = wordList(
  'tu su your seu sua the el la o a my mi este esta this es is one time codigo clave de',
);

export const OF = wordList('de del da do das dos of para for to en em at with con com by');

export const AS = wordList('as como');

export const AND = wordList('y e and pero mas but');

/** After these words, a word is a secret code only if it looks like one, such as `KXQZ`. */
export const DENIALS = wordList(`
  no not nunca jamas jamais never nao vence vencio expira expiro expires expired expirou caduca deve debe must should ha
  has have have was were fue foi sera llegara will vai vendra bloqueada bloqueado`);

/** Ordinary words that may follow `es`, `is` or a colon, and are no secret codes. */
export const NO_CODES = wordList(`
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
