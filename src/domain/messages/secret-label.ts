/** Words, without accents, that label a secret, an address or the text of a message. */
const WORDS = new Set(
  (
    'pass pwd pin otp code cod auth jwt bearer key apikey mail correo to para tel phone movil fono rut dni ' +
    'text texto body cuerpo message mensaje msg content contenido'
  ).split(' '),
);
/** Parts of longer words that surely mean a secret or an address: `accesstoken`, `telefono_cliente`. */
const PARTS =
  /token|passw|passcode|secret|contrasen|clave|codigo|credential|credencial|authoriz|session|cookie|signature|phone|telefon|celular|mobile|msisdn|whatsapp|email|recipient|destinat|receptor/;
const HARMLESS_CODE =
  /\b(?:status|error|result|reason|failure|response|http|country|operator|network) code\b/;

export function announcesSecret(label: string): boolean {
  const plain = label
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();
  const words = plain.split(/[^a-z]+/).filter((word) => word !== '');
  const text = words.join(' ').replace(HARMLESS_CODE, '');
  return (
    PARTS.test(text) || text.split(' ').some((word) => WORDS.has(word) || WORDS.has(word.replace(/s$/, '')))
  );
}
