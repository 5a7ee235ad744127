const units = 'zero one two three four five six seven eight nine'.split(' ')
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
const laterOrdinals = 'thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(' ')

/** Words for a number below one hundred; `forty-two` is two of them. */
export const smallNumerals: ReadonlyMap<string, number> = new Map([
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

export function parseNumberWords(said: string): number | undefined {
  if (/^\d+$/.test(said)) return Number(said)
  if (said === 'a' || said === 'an') return 1
  const values = said.split(' ').map((word) => smallNumerals.get(word))
  return values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum + value), 0)
}

export function parseOrdinalWord(said: string): number | undefined {
  return ordinalWords.get(said) ?? parseNumberWords(said.replace(/(?:st|nd|rd|th)$/, ''))
}
