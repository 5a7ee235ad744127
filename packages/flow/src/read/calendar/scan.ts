import type { Temporal } from 'temporal-polyfill'
import { normalizeReply } from '../words/reply-wording.ts'
import type { CalendarContext } from './context.ts'

/** The meaning of a wording; several days or minutes of the day are alternatives. */
export type Mention = { days?: Temporal.PlainDate[]; weekday?: number; minutes?: number[]; part?: PartOfDay }

/** Minutes of the day; `to` is exclusive. */
export type PartOfDay = { from: number; to: number }

/** A wording and its meaning; undefined if that does not exist, such as February 30. */
export type WordingRule = { shape: RegExp; means(found: RegExpExecArray, here: CalendarContext): Mention | undefined }

/** Matches one wording in a text, up to a word boundary. */
export const createWordingPattern = (source: string): RegExp => new RegExp(`(?:${source})(?![\\p{L}\\d])`, 'uy')

/** Finds all mentions in a text, if it contains nothing else except filler. */
export function findMentions(
  text: string,
  rules: readonly WordingRule[],
  here: CalendarContext,
): Mention[] | undefined {
  const mentions: Mention[] = []
  for (let at = 0; at < text.length; ) {
    const hit = ruleAt(text, at, rules)
    const mention = hit?.rule.means(hit.found, here)
    const end = hit ? at + hit.found[0].length : skipFiller(text, at)
    if (end === at || (hit && !mention)) return undefined
    if (mention) mentions.push(mention)
    at = end
  }
  return mentions
}

function ruleAt(
  text: string,
  at: number,
  rules: readonly WordingRule[],
): { found: RegExpExecArray; rule: WordingRule } | undefined {
  for (const rule of rules) {
    rule.shape.lastIndex = at
    const found = rule.shape.exec(text)
    if (found) return { found, rule }
  }
  return undefined
}

function skipFiller(text: string, at: number): number {
  if (text[at] === ' ') return at + 1
  filler.lastIndex = at
  return at + (filler.exec(text)?.[0].length ?? 0)
}

/** Filler that people put around a time. Excludes words that ask, negate or limit. */
const filler = createWordingPattern(
  `let's do|lets do|let's say|let's go with|let's try|let us do|let's make it|can we do|could we do|can you do|could you do|can i do|i can do|we can do|can we meet|can i come|i can come|i can make|i could do|shall we do|
  i would like|i'd like|i'd prefer|i would prefer|i prefer|i want|i'll take|i will take|i need|i'd love|i choose|i pick|give me|how about|what about|how's|see you|thank you|thank u|
  i was born|i'm free|i am free|i'm available|i am available|works best|works for me|work for me|works great|works well|would work|will work|sounds good|sounds great|is good|is fine|is great|is perfect|is best|is ok|is okay|if possible|
  go with|make it|book me|sign me up|put me down|go for|my birthday is|my birthday|birthday|the date is|the time is|
  the|that|this|a|on|at|for|in|around|about|and|then|to|of|so|just|please|pls|plz|thanks|thx|ok|okay|yes|yeah|yep|yup|sure|alright|hi|hello|hey|um|uh|well|oh|works|work|it|it's|its|is|was|that's|thats|
  fine|good|great|best|perfect|cool|would be|would|will|be|me|my|us|we|i|am|i'm|book|schedule|take|come|available|free|appointment|date|day|time|slot|one|option|or so|exactly|preferably`
    .split('|')
    .map((phrase) => phrase.trim())
    .sort((a, b) => b.length - a.length)
    .join('|'),
)

const refusing = /[👎❌🚫⛔✖🙅🤔🤷✋]/u

/** Normalizes the text for the wording patterns: punctuation that does not separate digits becomes a space. */
export function normalizeWording(text: string): string {
  const normalized = normalizeReply(text).toLowerCase()
  const calm = refusing.test(normalized) ? normalized : normalized.replace(/\p{Extended_Pictographic}/gu, ' ')
  return calm
    .replace(/\b([ap])\.? ?m\b\.?/g, '$1m')
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replace(/[,;!?"()*]|\.(?!\d)|(?<!\d)\.|:(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The combined meaning of all mentions in a text. */
export type AgreedTime = { days?: Temporal.PlainDate[]; minutes?: number[]; parts: PartOfDay[] }

/** Returns undefined if the mentions contradict each other: `Tuesday, March 3` in a year in which that is a Monday. */
export function combineMentions(mentions: readonly Mention[]): AgreedTime | undefined {
  const days = intersectDays(mentions)
  const clocks = mentions.flatMap(({ minutes }) => (minutes ? [minutes] : []))
  const parts = mentions.flatMap(({ part }) => (part ? [part] : []))
  const within = (minute: number): boolean => parts.every(({ from, to }) => minute >= from && minute < to)
  const [first] = clocks
  const minutes = first?.filter((minute) => clocks.every((clock) => clock.includes(minute)) && within(minute))
  if (days?.length === 0 || minutes?.length === 0) return undefined
  return { ...(days && { days }), ...(minutes && { minutes }), parts }
}

function intersectDays(mentions: readonly Mention[]): Temporal.PlainDate[] | undefined {
  const dated = mentions.filter(({ days, weekday }) => days && weekday === undefined)
  const weekdays = mentions.filter(({ weekday }) => weekday !== undefined)
  const [first, ...others] = dated.length > 0 ? dated : weekdays
  const days = first?.days?.filter((day) => others.every((other) => other.days?.some((each) => each.equals(day))))
  return days?.filter((day) => weekdays.every(({ weekday }) => weekday === day.dayOfWeek))
}
