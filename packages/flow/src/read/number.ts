import { commaDecimals, isNumeral, parseNumberLiteral, parseNumeralWords } from './words/numbers.ts'
import { isDoubtful, normalizeReply, splitOnSpaces } from './words/reply-wording.ts'

/** Words allowed in addition to the number: `a table for five`, not a story with a number in it. */
const maxOtherWords = 5

/** Returns the one number in a reply; undefined if there is none, several, or any doubt. */
export function readNumber(text: string, country?: string): number | undefined {
  if (/\?\s*$/.test(normalizeReply(text))) return undefined
  const { runs, others } = runsOf(tokensOf(text))
  const [run] = runs
  if (runs.length === 0 && others.join(' ') === 'none') return 0
  if (runs.length !== 1 || !run || isPronoun(run) || isShareOf(run, others)) return undefined
  if (others.length > maxOtherWords || others.some(isInDoubt)) return undefined
  return parseNumeralWords(
    run.words.map((word) => parseNumberLiteral(word, commaDecimals.has(country ?? 'US')) ?? word),
  )
}

/** `old` does not indicate doubt: "sixty years old". */
const isInDoubt = (word: string): boolean => (isDoubtful(word) && word !== 'old') || /\d/.test(word)

type Run = { words: string[]; before: string | undefined }

function tokensOf(text: string): string[] {
  const spaced = normalizeReply(text)
    .toLowerCase()
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replace(/(?<![\d.,])-(?= ?\d)/g, ' -')
    .replace(/[$€£¥₹%]/g, '')
    .replace(/- (?=\d)/g, '-')
    .replace(/(?<=\b\d{1,3}) (?=\d{3}(?: \d{3})*(?![\d.,/]\d|\d))/g, '')
  return splitOnSpaces(spaced.replace(/\s+/g, ' '))
    .map((word) => word.replace(/^["'(*~]+|[.,;:!?"')*]+$/g, ''))
    .filter(Boolean)
}

/** Consecutive number words form one number. */
function runsOf(tokens: string[]): { runs: Run[]; others: string[] } {
  const runs: Run[] = []
  const others: string[] = []
  let open: string[] = []
  for (const [at, token] of tokens.entries()) {
    const joins = open.length > 0 && isJoint(token) && isNumber(tokens.slice(at + 1).find((next) => !isJoint(next)))
    if (isNumber(token) || joins || opens(token, tokens[at + 1])) {
      if (open.length === 0) runs.push({ words: open, before: tokens[at - 1] })
      open.push(token)
    } else {
      if (token !== 'a' && token !== 'an') others.push(token)
      open = []
    }
  }
  return { runs, others }
}

const isJoint = (token: string): boolean => ['and', 'a', 'an', 'point'].includes(token)

const isNumber = (token: string | undefined): boolean =>
  token !== undefined &&
  (isNumeral(token) || parseNumberLiteral(token, false) !== undefined || parseNumberLiteral(token, true) !== undefined)

/** `a dozen`, `minus five`. */
function opens(token: string, next: string | undefined): boolean {
  if (token === 'a' || token === 'an')
    return ['dozen', 'hundred', 'thousand', 'million', 'half', 'quarter', 'couple', 'pair'].includes(next ?? '')
  return (token === 'minus' || token === 'negative') && isNumber(next)
}

/** `that one` is not a count. */
function isPronoun({ words, before }: Run): boolean {
  if (words.join(' ') !== 'one' || before === undefined) return false
  return !['just', 'only', 'is', "it's", 'exactly', 'about', 'say', 'have', 'for'].includes(before)
}

/** `half an hour` is 0.5 only if the unit is hours. */
const isShareOf = ({ words }: Run, others: string[]): boolean =>
  ['half', 'quarter'].includes(words.find((word) => !isJoint(word)) ?? '') && words.length < 3 && others.length > 0
