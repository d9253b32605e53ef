const GSM_BASIC =
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€\f]*$/;
const GSM_EXTENSION = /[\^{}\\[~\]|€\f]/g;

/** How many SMS a text takes: GSM-7 at 160 or 153 a part, UCS-2 at 70 or 67 (3GPP TS 23.038, 23.040). */
export function countSegments(text: string): number {
  if (!GSM_BASIC.test(text)) return parts(text.length, 70, 67);
  const extensions = text.match(GSM_EXTENSION)?.length ?? 0;
  return parts(text.length + extensions, 160, 153);
}

function parts(units: number, alone: number, joined: number): number {
  return units <= alone ? 1 : Math.ceil(units / joined);
}
