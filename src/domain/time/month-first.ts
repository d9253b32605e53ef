/** Where English is written with the month before the day: the United States, their islands and the Philippines. */
const ZONES =
  /^(?:US\/|America\/(?:New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Yakutat|Nome|Adak|Metlakatla|Menominee|Indiana\/|Indianapolis|Fort_Wayne|Kentucky\/|Louisville|North_Dakota\/|Puerto_Rico)|Pacific\/(?:Honolulu|Guam|Pago_Pago|Saipan)|Asia\/Manila)/;

/** Whether somebody of this language and zone may write `3/4` for the fourth of March. */
export function mayWriteMonthFirst(language: string, zone: string): boolean {
  return language === 'en' && ZONES.test(zone);
}
