import type { Checks } from '../expect.ts'
import type { CaseObservation, CheckVerdict } from '../observed.ts'
import { compileTextPattern } from '../text-pattern.ts'
import { type CheckFinding, createVerdicts, listAllMessages, quoteShort } from './verdict.ts'

/** The agent's whole text, one message per line. */
export const agentText = (observed: CaseObservation): string =>
  listAllMessages(observed)
    .map(({ text }) => text)
    .join('\n')

/** Ignores case and anything a channel or formatter may change: kinds of spaces, quotation marks and dashes. */
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

export function textIncludes(items: NonNullable<Checks['textIncludes']>, observed: CaseObservation): CheckVerdict[] {
  const text = agentText(observed)
  const inside = folded(text)
  return createVerdicts('textIncludes', items, (item) =>
    inside.includes(folded(item))
      ? { pass: true, detail: `The agent said ${quoteShort(item)}.` }
      : { pass: false, detail: `The agent never said ${quoteShort(item)}. ${describeActualText(text)}` },
  )
}

export function textExcludes(items: NonNullable<Checks['textExcludes']>, observed: CaseObservation): CheckVerdict[] {
  const texts = listAllMessages(observed).map(({ text }) => text)
  const inside = folded(texts.join('\n'))
  return createVerdicts('textExcludes', items, (item) => {
    const unwanted = folded(item)
    if (!inside.includes(unwanted)) return { pass: true, detail: `The agent did not say ${quoteShort(item)}.` }
    const where = texts.find((text) => folded(text).includes(unwanted)) ?? texts.join('\n')
    return {
      pass: false,
      detail: `The agent must not say ${quoteShort(item)}, but said ${excerptAround(where, item)}.`,
    }
  })
}

/**
 * Expressions run in linear time, but possibly with a large factor: this limits the characters for all expressions
 * together.
 */
const maxSearchedLength = 200_000

/** Throws if there is more text than can be searched without delaying others. */
export function textMatches(items: NonNullable<Checks['textMatches']>, observed: CaseObservation): CheckVerdict[] {
  const text = agentText(observed)
  const searched = text.length * new Set(items).size
  if (searched > maxSearchedLength)
    throw new Error(
      `The agent's text has ${text.length} characters, too many to search with ${items.length} expressions.`,
    )
  return createVerdicts('textMatches', items, (item) => findMatch(item, text))
}

function findMatch(item: string, text: string): CheckFinding {
  const pattern = compileTextPattern(item)
  if (!pattern.ok)
    return { pass: false, detail: `The expression ${quoteShort(item)} ${pattern.message.slice(0, 150)}.` }
  return pattern.test(text)
    ? { pass: true, detail: `The agent's text matches ${quoteShort(item)}.` }
    : { pass: false, detail: `Nothing the agent said matches ${quoteShort(item)}. ${describeActualText(text)}` }
}

function describeActualText(text: string): string {
  return text.trim() ? `It said ${quoteShort(text, 150)}.` : nothingSaid
}

/** Includes some text before the match, so that it can be located. */
function excerptAround(text: string, item: string): string {
  const at = Math.max(text.toLowerCase().indexOf(item.toLowerCase()) - 40, 0)
  return quoteShort(text.slice(at).toWellFormed(), 120)
}
