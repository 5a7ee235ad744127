import { type Chip, type ContentMessage, compile, type Part, referencesIn, validateMessage } from '@parley/amf'
import { type Turn, textMessage } from './turn.ts'

/** Nobody reads more than that in a chat. */
const longestReply = 6_000

/** A reply as it can be sent, or what is wrong with its markup. */
export type Composed = { message: ContentMessage; problem?: string }

/** What tools have shown goes out with the words. */
export type Shown = { shown: readonly Part[]; chips: readonly Chip[] }

/** Compiles what a model wrote. With a problem the message still holds every word. */
export async function composeReply(turn: Turn, written: string, { shown, chips: offered }: Shown): Promise<Composed> {
  const aml = written.trim().slice(0, longestReply).toWellFormed()
  const content = referencesIn(aml).length > 0 ? await turn.stage.content() : undefined
  const { message, warnings, problems } = compile(aml, { content, timeZone: turn.scene.timezone })
  turn.ledger.warnings.push(...warnings.map(({ message: words }) => `In the reply: ${words}`))
  const parts = [...message.parts.flatMap((part) => safePart(turn, part)), ...uniqueIntents(shown, message.parts)]
  const chips = [...(message.chips ?? []), ...offered]
  const whole: ContentMessage = { ...message, parts, ...(chips.length > 0 && { chips }) }
  const [problem] = problems
  const wrong = problem && `line ${problem.line}: ${problem.message}`
  if (!isSendable(whole)) return { message: textMessage(aml), problem: wrong ?? 'it cannot be sent as it is' }
  return { message: whole, ...(wrong && { problem: wrong }) }
}

/** What an operator wrote goes out as it stands; only what its markers name is put in their place. */
export async function composeOwn(turn: Turn, text: string): Promise<ContentMessage> {
  if (referencesIn(text).length === 0) return textMessage(text)
  return (await composeReply(turn, text, { shown: [], chips: [] })).message
}

export const isEmpty = ({ parts, chips }: ContentMessage): boolean => parts.length === 0 && !chips?.length

const isSendable = (message: ContentMessage): boolean => isEmpty(message) || 'message' in validateMessage(message)

/** A picker that was shown by a tool, and again by the model under the same name, is shown once. */
function uniqueIntents(shown: readonly Part[], said: readonly Part[]): Part[] {
  const taken = new Set(said.flatMap((part) => ('intentId' in part && part.intentId ? [part.intentId] : [])))
  return shown.filter((part) => !('intentId' in part) || !part.intentId || !taken.has(part.intentId))
}

/**
 * Pictures come from the agent's own things, media and identity alone: an address that a model wrote would be fetched,
 * and could carry away what the conversation knows.
 */
function safePart(turn: Turn, part: Part): Part[] {
  if (part.type === 'media') return turn.stage.mayShow(part.url) ? [part] : dropped(turn, part.alt ?? part.caption)
  if (part.type === 'card') return [{ ...part, card: safePicture(turn, part.card) }]
  if (part.type === 'carousel') return [{ ...part, cards: part.cards.map((card) => safePicture(turn, card)) }]
  if (part.type === 'showcase') return [{ ...part, items: part.items.map((item) => safePicture(turn, item)) }]
  if (part.type === 'ask.choice') return [{ ...part, options: part.options.map((one) => safePicture(turn, one)) }]
  return [part]
}

function safePicture<T extends { mediaUrl?: string }>(turn: Turn, shown: T): T {
  if (shown.mediaUrl === undefined || turn.stage.mayShow(shown.mediaUrl)) return shown
  const { mediaUrl: _, ...rest } = shown
  dropped(turn, undefined)
  return rest as T
}

function dropped(turn: Turn, words: string | undefined): Part[] {
  turn.ledger.warnings.push('A picture from elsewhere was left out')
  return words ? [{ type: 'text', text: words }] : []
}
