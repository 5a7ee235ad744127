import type { Checks } from '../expect.ts'
import type { CheckVerdict, Observed } from '../observed.ts'
import { textPattern } from '../text-pattern.ts'
import { allMessages, each, type Found, quoted } from './verdict.ts'

/** What the agent said in all, one message to a line. */
export const agentText = (observed: Observed): string =>
  allMessages(observed)
    .map(({ text }) => text)
    .join('\n')

/**
 * Case is no matter, and nor is what a channel changes of a text or a formatter puts in: kinds of spaces, quotation marks
 * and dashes.
 */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/\s+/g, ' ')
}

const nothingSaid = 'The agent said nothing.'

export function textIncludes(items: NonNullable<Checks['textIncludes']>, observed: Observed): CheckVerdict[] {
  const text = agentText(observed)
  const inside = folded(text)
  return each('textIncludes', items, (item) =>
    inside.includes(folded(item))
      ? { pass: true, detail: `The agent said ${quoted(item)}.` }
      : { pass: false, detail: `The agent never said ${quoted(item)}. ${saidInstead(text)}` },
  )
}

export function textExcludes(items: NonNullable<Checks['textExcludes']>, observed: Observed): CheckVerdict[] {
  const texts = allMessages(observed).map(({ text }) => text)
  const inside = folded(texts.join('\n'))
  return each('textExcludes', items, (item) => {
    const unwanted = folded(item)
    if (!inside.includes(unwanted)) return { pass: true, detail: `The agent did not say ${quoted(item)}.` }
    const where = texts.find((text) => folded(text).includes(unwanted)) ?? texts.join('\n')
    return { pass: false, detail: `The agent was not to say ${quoted(item)} and said ${around(where, item)}.` }
  })
}

/** Expressions run in linear time, yet the line can be steep: so many characters for all expressions together. */
const mostSearched = 200_000

/** Throws where there is more text than can be searched in a time that others can wait for. */
export function textMatches(items: NonNullable<Checks['textMatches']>, observed: Observed): CheckVerdict[] {
  const text = agentText(observed)
  const searched = text.length * new Set(items).size
  if (searched > mostSearched)
    throw new Error(`The agent said ${text.length} characters, too many to be searched by ${items.length} expressions.`)
  return each('textMatches', items, (item) => matched(item, text))
}

function matched(item: string, text: string): Found {
  const pattern = textPattern(item)
  if (!pattern.ok) return { pass: false, detail: `The expression ${quoted(item)} ${pattern.message.slice(0, 150)}.` }
  return pattern.test(text)
    ? { pass: true, detail: `The agent's text matches ${quoted(item)}.` }
    : { pass: false, detail: `Nothing that the agent said matches ${quoted(item)}. ${saidInstead(text)}` }
}

function saidInstead(text: string): string {
  return text.trim() ? `It said ${quoted(text, 150)}.` : nothingSaid
}

/** The text with some of what stands before, so that it can be found. */
function around(text: string, item: string): string {
  const at = Math.max(text.toLowerCase().indexOf(item.toLowerCase()) - 40, 0)
  return quoted(text.slice(at).toWellFormed(), 120)
}
