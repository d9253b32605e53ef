/** Zones that this process knows by another name than that of its own list, by what stands before the slash. */
const ALIASES: Readonly<Record<string, string>> = {
  Africa: 'Asmara Timbuktu',
  America:
    'Argentina/Buenos_Aires Argentina/Catamarca Argentina/ComodRivadavia Argentina/Cordoba Argentina/Jujuy ' +
    'Argentina/Mendoza Atikokan Atka Ensenada Fort_Wayne Indiana/Indianapolis Kentucky/Louisville Knox_IN Montreal ' +
    'Nipigon Nuuk Pangnirtung Porto_Acre Rainy_River Rosario Santa_Isabel Shiprock Thunder_Bay Virgin Yellowknife',
  Antarctica: 'South_Pole',
  Asia:
    'Ashkhabad Choibalsan Chongqing Chungking Dacca Harbin Ho_Chi_Minh Istanbul Kashgar Kathmandu Kolkata Macao ' +
    'Tel_Aviv Thimbu Ujung_Pandang Ulan_Bator Yangon',
  Atlantic: 'Faroe Jan_Mayen',
  Australia: 'ACT Canberra Currie LHI NSW North Queensland South Tasmania Victoria West Yancowinna',
  Brazil: 'Acre DeNoronha East West',
  Canada: 'Atlantic Central Eastern Mountain Newfoundland Pacific Saskatchewan Yukon',
  Chile: 'Continental EasterIsland',
  Etc: 'GMT UTC UCT Greenwich Universal Zulu',
  Europe: 'Belfast Kyiv Nicosia Tiraspol Uzhgorod Zaporozhye',
  Mexico: 'BajaNorte BajaSur General',
  Pacific: 'Chuuk Johnston Kanton Pohnpei Samoa Yap',
  US: 'Alaska Aleutian Arizona Central East-Indiana Eastern Hawaii Indiana-Starke Michigan Mountain Pacific Samoa',
};

let byName: ReadonlyMap<string, string> | undefined;

/** A zone by its full name, whatever the case, as the zone database writes it; `UTC` and `GMT` are two more. */
export function zoneNamed(name: string): string | undefined {
  byName ??= new Map(allZones().map((zone) => [zone.toLowerCase(), zone]));
  return byName.get(name.toLowerCase());
}

function allZones(): string[] {
  const aliases = Object.entries(ALIASES).flatMap(([area, names]) =>
    names.split(' ').map((name) => `${area}/${name}`),
  );
  const offsets = Array.from(
    { length: 27 },
    (_, at) => `Etc/GMT${at <= 12 ? '+' : '-'}${at <= 12 ? at : at - 12}`,
  );
  return [...Intl.supportedValuesOf('timeZone'), ...aliases, ...offsets, 'UTC', 'GMT'];
}
