export type Coordinates = { latitude: number; longitude: number }

const number = String.raw`\d{1,3}(?:\.\d{1,20})?`
const angle = `${number}(?:°(?:${number}'(?:${number}")?)?)?`
const written = `(?:([NSEW]) ?(${angle})|([+-]?${angle}) ?([NSEW])?)`
/** Every repetition is bounded, so that matching stays linear in the text. */
const pair = new RegExp(`^${written}( ?[,;] ?| |(?<=[°'"NSEW]))${written}$`, 'i')

type Angle = { text: string; letter: string }

/** Parses `40.7484, -73.9857`, `40.7484° N 73.9857° W` and `40°44'54"N 73°59'8"W`; does not check the range. */
export function parseCoordinates(text: string): Coordinates | undefined {
  if (text.length > 200) return undefined
  const found = pair.exec(unified(text))
  if (!found) return undefined
  const one = angleOf(found.slice(1, 5))
  const other = angleOf(found.slice(6, 10))
  if (!isCoordinatePair(one, other, (found[5] as string).trim() !== '')) return undefined
  const [first, second] = [degreesOf(one), degreesOf(other)]
  if (first === undefined || second === undefined) return undefined
  return isEastWest(one) ? { latitude: second, longitude: first } : { latitude: first, longitude: second }
}

export function areValidCoordinates({ latitude, longitude }: Coordinates): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}

/** Normalizes the many characters that keyboards and maps use for degrees, minutes, seconds and minus. */
function unified(text: string): string {
  return text
    .trim()
    .replace(/[º˚]/g, '°')
    .replace(/[′’‘´`]/g, "'")
    .replace(/[″”“]|''/g, '"')
    .replace(/[−–]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/ ?([°'"]) ?/g, '$1')
    .replace(/^[([]|[)\]]$/g, '')
}

function angleOf([before, afterLetter, plain, after]: (string | undefined)[]): Angle {
  return { text: afterLetter ?? plain ?? '', letter: (before ?? after ?? '').toUpperCase() }
}

/** `110 00` is a postal code and `100 N 200 W` a street corner: whole numbers form a pair only around a comma. */
function isCoordinatePair(one: Angle, other: Angle, separated: boolean): boolean {
  const lettered = one.letter !== '' || other.letter !== ''
  if (lettered && !(one.letter && other.letter && isEastWest(one) !== isEastWest(other))) return false
  return (separated && !lettered) || [one, other].every(({ text }) => /[.°]/.test(text))
}

function isEastWest({ letter }: Angle): boolean {
  return letter === 'E' || letter === 'W'
}

function degreesOf({ text, letter }: Angle): number | undefined {
  const signed = /^[+-]/.test(text)
  if (signed && letter) return undefined
  const [degrees = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(/[°'"]/).map(Number)
  if (minutes >= 60 || seconds >= 60) return undefined
  const size = minutes || seconds ? rounded(degrees + minutes / 60 + seconds / 3600) : degrees
  const negative = text.startsWith('-') || letter === 'S' || letter === 'W'
  return negative && size > 0 ? -size : size
}

/** Seven decimals are about one centimeter. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}
