/** Up to 15 digits, in groups or not. A date after a number is not part of it. */
const INTERNATIONAL_NUMBER = /(?<![\w<|:])\+\d(?:(?! \d{4}-\d{2})[ ().-]{0,2}\d){6,14}(?!\d)/g;

/** Writes international phone numbers as Slack does on their way to a bot: `<tel:+56912345678|+56 9 1234 5678>`. */
export function linkPhoneNumbers(text: string): string {
  return text.replaceAll(
    INTERNATIONAL_NUMBER,
    (number) => `<tel:+${number.replaceAll(/\D/g, '')}|${number}>`,
  );
}
