const units = 'zero one two three four five six seven eight nine'.split(' ')
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
const laterOrdinals = 'thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(' ')

/** Words for a number below one hundred; `forty-two` is two of them. */
const smallNumerals: ReadonlyMap<string, number> = new Map([
  ...[...units, ...teens].map((word, value) => [word, value] as const),
  ...tens.map((word, at) => [word, 20 + 10 * at] as const),
  ['fourty', 40] as const,
])

const ordinalWords: ReadonlyMap<string, number> = new Map([
  ...[...ordinals, ...laterOrdinals].map((word, at) => [word, at + 1] as const),
  ...ordinals.slice(0, 9).map((word, at) => [`twenty ${word}`, 21 + at] as const),
  ['thirtieth', 30] as const,
  ['thirty first', 31] as const,
])

const joinLongestFirst = (words: Iterable<string>): string => [...words].sort((a, b) => b.length - a.length).join('|')

const unitNames = joinLongestFirst(units.slice(1))
/** Regex fragments: a whole number from one to ninety-nine, and an ordinal for a day or a position. */
export const wholeShape = `\\d{1,3}|(?:${joinLongestFirst(tens)})(?: (?:${unitNames}))?|${joinLongestFirst([...teens, ...units])}`
export const ordinalShape = `\\d{1,2}(?:st|nd|rd|th)|${joinLongestFirst(ordinalWords.keys())}`

export function parseNumberWords(wording: string): number | undefined {
  if (/^\d+$/.test(wording)) return Number(wording)
  if (wording === 'a' || wording === 'an') return 1
  const values = wording.split(' ').map((word) => smallNumerals.get(word))
  return values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum + value), 0)
}

export function parseOrdinalWord(wording: string): number | undefined {
  return ordinalWords.get(wording) ?? parseNumberWords(wording.replace(/(?:st|nd|rd|th)$/, ''))
}

const scales: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
])
const fractions: ReadonlyMap<string, number> = new Map([
  ['half', 0.5],
  ['halves', 0.5],
  ['quarter', 0.25],
  ['quarters', 0.25],
  ['third', 1 / 3],
  ['thirds', 1 / 3],
])
const twos = ['couple', 'pair']

export const isNumeral = (word: string): boolean =>
  smallNumerals.has(word) ||
  scales.has(word) ||
  word === 'hundred' ||
  (fractions.has(word) && !word.startsWith('third')) ||
  twos.includes(word)

/** Returns the value of words and digits that belong together: `two and a half`, `12 thousand`, `half a dozen`. */
export function parseNumeralWords(words: readonly (string | number)[]): number | undefined {
  const [first, ...rest] = words
  if (first === undefined) return undefined
  if (first === 'minus' || first === 'negative') return negated(parseNumeralWords(rest))
  if (first === 'a' || first === 'an') return parseNumeralWords(rest)
  if (words.length === 1 && typeof first === 'number') return first
  if (first === 'half') return halfOf(rest)
  const point = words.indexOf('point')
  return point < 0 ? withFraction(words) : decimal(words.slice(0, point), words.slice(point + 1))
}

const negated = (value: number | undefined): number | undefined => (value === undefined ? undefined : -value)

function halfOf(rest: readonly (string | number)[]): number | undefined {
  const [next, ...more] = rest.filter((word) => word !== 'a' && word !== 'an')
  if (next === undefined) return 0.5
  const scale = scales.get(String(next))
  return scale !== undefined && more.length === 0 ? scale / 2 : undefined
}

function decimal(whole: readonly (string | number)[], after: readonly (string | number)[]): number | undefined {
  const digits = after.map((word) => (typeof word === 'number' ? word : smallNumerals.get(word)))
  const before = wholeValue(whole)
  if (before === undefined || digits.length === 0 || digits.some((digit) => digit === undefined || digit > 9))
    return undefined
  return Number(`${before}.${digits.join('')}`)
}

/** `two and a half`, `three quarters`, `2 1/2`. */
function withFraction(words: readonly (string | number)[]): number | undefined {
  const last = words.at(-1)
  const before = words.slice(0, -1)
  if (typeof last === 'number' && last < 1 && last > 0 && before.length === 1 && typeof before[0] === 'number')
    return before[0] + last
  const part = fractions.get(String(last))
  if (part === undefined) return wholeValue(words)
  const and = before.lastIndexOf('and')
  const count = wholeValue(before.slice(and + 1).filter((word) => word !== 'a' && word !== 'an')) ?? 1
  if (and < 0) return words.includes('a') && before.length > 1 ? undefined : count * part
  const whole = parseNumeralWords(before.slice(0, and))
  return whole === undefined ? undefined : whole + count * part
}

/** Number words decrease from left to right, and a scale multiplies the value before it. */
function wholeValue(words: readonly (string | number)[]): number | undefined {
  const open = { total: 0, current: 0, scale: Number.POSITIVE_INFINITY, seen: 0 }
  for (const word of words) {
    if (word === 'and' && open.seen > 0) continue
    if (!acceptToken(open, word)) return undefined
    open.seen += 1
  }
  return open.seen > 0 ? open.total + open.current : undefined
}

type Open = { total: number; current: number; scale: number; seen: number }

function acceptToken(open: Open, word: string | number): boolean {
  if (typeof word === 'number') return acceptSmallNumber(open, word, open.seen === 0)
  if (twos.includes(word)) return acceptSmallNumber(open, 2, open.seen === 0)
  const small = smallNumerals.get(word)
  if (small !== undefined) return acceptSmallNumber(open, small, fitsBehind(small, open))
  const factor = word === 'hundred' ? 100 : scales.get(word)
  return factor !== undefined && acceptFactor(open, factor)
}

function acceptSmallNumber(open: Open, value: number, fits: boolean): boolean {
  open.current += value
  return fits
}

function fitsBehind(value: number, { current, seen }: Open): boolean {
  if (value === 0) return seen === 0
  const below = current % 100
  return value < 10 ? below === 0 || (below >= 20 && below % 10 === 0) : below === 0
}

function acceptFactor(open: Open, factor: number): boolean {
  const times = open.current || (open.seen === 0 ? 1 : 0)
  if (times === 0) return false
  if (factor === 100) {
    open.current = times * 100
    return (times < 100 && times % 10 !== 0) || times < 10
  }
  if (factor >= open.scale) return false
  open.total += times * factor
  open.current = 0
  open.scale = factor
  return true
}

/** Countries with a decimal comma and a dot for thousands. */
export const commaDecimals: ReadonlySet<string> = new Set(
  'AR AT BE BG BR CL CO CZ DE DK EE ES FI FR GR HR HU ID IS IT LT LU LV NL NO PL PT RO RS RU SE SI SK TR UA UY VN'.split(
    ' ',
  ),
)

const dotted = /^-?(?:\d{1,15}|\d{1,3}(?:[,']\d{3}){1,4})(?:\.\d{1,10})?$/
const dottedHead = /^-?\.\d{1,10}$/
const withCommas = /^-?(?:\d{1,15}|\d{1,3}(?:[.']\d{3}){1,4})(?:,\d{1,10})?$/
/** Unambiguous in every country. */
const surelyComma = /^-?\d{1,3}(?:\.\d{3}){1,4},\d{1,10}$|^-?\d{1,3}(?:\.\d{3}){2,4}$/

/** Parses a number in digits: 1,234.5, 1.234,5, 1'234, -3, .5, 1/2, 45k. */
export function parseNumberLiteral(written: string, commaDecimal: boolean): number | undefined {
  const fraction = /^(\d{1,3})\/([1-9]\d{0,2})$/.exec(written)
  if (fraction) return Number(fraction[1]) / Number(fraction[2])
  const [, digits = '', kilo] = /^(.*?)(k?)$/.exec(written) ?? []
  const value = plainLiteral(digits, commaDecimal)
  return value !== undefined && kilo ? value * 1000 : value
}

function plainLiteral(digits: string, commaDecimal: boolean): number | undefined {
  const comma = surelyComma.test(digits) || (commaDecimal && withCommas.test(digits))
  if (comma) return Number(digits.replace(/[.']/g, '').replace(',', '.'))
  if (commaDecimal && !/^-?\d{1,3}(?:,\d{3})+\.\d+$/.test(digits)) return undefined
  return dotted.test(digits) || dottedHead.test(digits) ? Number(digits.replace(/[,']/g, '')) : undefined
}
