/** Makes the usual spellings of American streets and cities equal, for comparison only. */

/** The short forms of USPS Publication 28 that people use, each with the words that it replaces. */
const types = readForms(`
  aly alley; ave avenue av; blvd boulevard; brg bridge; cir circle; crk creek; ct court; ctr center centre; cv cove;
  dr drive; expy expressway; ft fort; fwy freeway; gdns gardens; hbr harbor; hl hill; hls hills; hts heights;
  hwy highway; jct junction; lk lake; ln lane; lndg landing; mnr manor; mt mount; mtn mountain; pkwy parkway pky;
  pl place; plz plaza; pt point; rd road; rdg ridge; rte route rt; spg spring; spgs springs; sq square; st street str saint;
  ter terrace terr; tpke turnpike; trl trail; vlg village; vly valley; vw view; xing crossing`);
const units = readForms(`apt apartment; bldg building; dept department; fl floor flr; lot; rm room; spc space;
  ste suite; trlr trailer; unit`);
const directions = readForms(`
  n north; s south; e east; w west; ne northeast; nw northwest; se southeast; sw southwest`);

/** Returns the short form of each word. */
function readForms(declarations: string): Map<string, string> {
  const forms = declarations.split(';').map((entry) => entry.trim().split(' '));
  return new Map(
    forms.flatMap(([short = '', ...long]) => [short, ...long].map((word) => [word, short] as const)),
  );
}

/** Returns the lines or parts of a street with short forms instead of long ones. @param normalize makes other spellings equal */
export const shortenStreet = (street: string, normalize: (text: string) => string): string =>
  street
    .replace(/\b([NS])\.([EW])\b/gi, '$1$2')
    .split(/[\n\r,;]/)
    .map((part) => shortenPart(normalize(part.replace(/#(?=\s*\w)/g, ' apt '))))
    .filter(Boolean)
    .join(' ');

function shortenPart(part: string): string {
  const words = part
    .replace(/\b(?:pob|p o b|p o box|post office box)\b/g, 'po box')
    .split(' ')
    .map((word) => types.get(word) ?? units.get(word) ?? word)
    // "Unit #4" is "Unit 4".
    .filter((word, index, all) => word !== 'apt' || !isNumbered(all[index - 1]));
  return shortenDirections(words).join(' ');
}

const isNumbered = (word = ''): boolean => word === 'box' || units.has(word);

/** Shortens directions beside a name: "North Main St", but not "North St", because "N St" is another street. */
function shortenDirections(words: readonly string[]): readonly string[] {
  if (!words.some((word) => directions.has(word))) return words;
  const isDirection = (word = '') => directions.has(word);
  /** Returns true if the word is a name, or a number used as one: "5th Ave", "350 S 500 E", "Highway 20". */
  const isName = (word: string, index: number) => {
    const [before = '', after] = [words[index - 1], words[index + 1]];
    if (isDirection(word) || units.has(word) || isNumbered(before)) return false;
    if (!/^\d+$/.test(word)) return true;
    return index > 0 && (isDirection(before) || isDirection(after) || /^(?:hwy|rte)$/.test(before));
  };
  const names = words.filter(isName);
  const hasName = names.some((word, index) => index < names.length - 1 || !types.has(word));
  const firstType = words.findIndex((word) => types.has(word));
  const nameIndex = firstType > 0 ? firstType - 1 : words.findLastIndex(isDirection);
  return words.map((word, index) => (hasName || index !== nameIndex ? (directions.get(word) ?? word) : word));
}
