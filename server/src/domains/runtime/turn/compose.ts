import { type Chip, type ContentMessage, compile, listAmlReferences, type Part, validateMessage } from '@parley/amf'
import { type TurnContext, textMessage } from './turn.ts'

/** Longer than people read in a chat. */
const maxReplyLength = 6_000

export type ComposedReply = { message: ContentMessage; problem?: string }

/** Parts that tools showed; they go out with the reply text. */
export type ToolAttachments = { attachedParts: readonly Part[]; chips: readonly Chip[] }

/**
 * Compiles a model's reply. Even with a problem the message contains all of the text, except markup: it never reaches a
 * person.
 */
export async function composeReply(
  turn: TurnContext,
  reply: string,
  { attachedParts, chips: offered }: ToolAttachments,
): Promise<ComposedReply> {
  const aml = reply.trim().slice(0, maxReplyLength).toWellFormed()
  const content = listAmlReferences(aml).length > 0 ? await turn.io.content() : undefined
  const { message, warnings, problems } = compile(aml, { content, timeZone: turn.input.timezone })
  turn.turnRecord.warnings.push(...warnings.map(({ message: words }) => `In the reply: ${words}`))
  const written = problems.length > 0 ? message.parts.flatMap(removePartMarkup) : message.parts
  const parts = [
    ...written.flatMap((part) => removeForeignImages(turn, part)),
    ...uniqueIntents(mergePickers(attachedParts), message.parts),
  ]
  const chips = [...(message.chips ?? []), ...offered]
  const whole: ContentMessage = { ...message, parts, ...(chips.length > 0 && { chips }) }
  const [problem] = problems
  const wrong = problem && `line ${problem.line}: ${problem.message}`
  if (!isSendable(whole)) {
    const text = removeMarkup(aml)
    return { message: { spec: 'amf/1', parts: text ? textMessage(text).parts : [] }, problem: wrong ?? unsendable }
  }
  return { message: whole, ...(wrong && { problem: wrong }) }
}

const unsendable = 'it cannot be sent as it is'

/** Markers that did not compile, complete or not: `[[chips: …]]`, or `[[card` up to the end of its line. */
const removeMarkup = (text: string): string =>
  text
    .replaceAll(/\[\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]\]/g, '')
    .replaceAll(/\[\[.*$/gm, '')
    .replaceAll(']]', '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

function removePartMarkup(part: Part): Part[] {
  if (part.type !== 'text') return [part]
  const text = removeMarkup(part.text)
  return text ? [{ ...part, text }] : []
}

/** Two pickers of the same question, from two calls in one answer, become one with the times of both. */
function mergePickers(parts: readonly Part[]): Part[] {
  const merged: Part[] = []
  for (const part of parts) {
    const at = merged.findIndex((one) => 'intentId' in one && 'intentId' in part && one.intentId === part.intentId)
    const before = part.type === 'ask.time' ? merged[at] : undefined
    if (at < 0 || !('intentId' in part) || part.intentId === undefined) merged.push(part)
    else if (part.type === 'ask.time' && before?.type === 'ask.time')
      merged[at] = { ...before, slots: joinSlots(before.slots, part.slots) }
  }
  return merged
}

type TimeSlots = Extract<Part, { type: 'ask.time' }>['slots']

const joinSlots = (one: TimeSlots, other: TimeSlots): TimeSlots =>
  [...new Map([...one, ...other].map((slot) => [slot.id, slot])).values()].toSorted((a, b) =>
    a.start.iso.localeCompare(b.start.iso),
  )

/** Sends an operator's text verbatim; only markers are replaced by what they reference. */
export async function composeOperatorText(turn: TurnContext, text: string): Promise<ContentMessage> {
  if (listAmlReferences(text).length === 0) return textMessage(text)
  return (await composeReply(turn, text, { attachedParts: [], chips: [] })).message
}

export const isEmptyMessage = ({ parts, chips }: ContentMessage): boolean => parts.length === 0 && !chips?.length

const isSendable = (message: ContentMessage): boolean =>
  isEmptyMessage(message) || 'message' in validateMessage(message)

/** A picker shown by a tool and again by the model under the same id is sent once. */
function uniqueIntents(attached: readonly Part[], replyParts: readonly Part[]): Part[] {
  const usedIds = new Set(replyParts.flatMap((part) => ('intentId' in part && part.intentId ? [part.intentId] : [])))
  return attached.filter((part) => !('intentId' in part) || !part.intentId || !usedIds.has(part.intentId))
}

/**
 * Allows only images from the agent's own Things, media, and identity: a URL that a model wrote would be fetched and
 * could exfiltrate the conversation.
 */
function removeForeignImages(turn: TurnContext, part: Part): Part[] {
  if (part.type === 'media')
    return turn.io.isAllowedImage(part.url) ? [part] : warnImageRemoved(turn, part.alt ?? part.caption)
  if (part.type === 'card') return [{ ...part, card: removeForeignImage(turn, part.card) }]
  if (part.type === 'carousel') return [{ ...part, cards: part.cards.map((card) => removeForeignImage(turn, card)) }]
  if (part.type === 'showcase') return [{ ...part, items: part.items.map((item) => removeForeignImage(turn, item)) }]
  if (part.type === 'ask.choice')
    return [{ ...part, options: part.options.map((one) => removeForeignImage(turn, one)) }]
  return [part]
}

function removeForeignImage<T extends { mediaUrl?: string }>(turn: TurnContext, element: T): T {
  if (element.mediaUrl === undefined || turn.io.isAllowedImage(element.mediaUrl)) return element
  const { mediaUrl: _, ...rest } = element
  warnImageRemoved(turn, undefined)
  return rest as T
}

function warnImageRemoved(turn: TurnContext, words: string | undefined): Part[] {
  turn.turnRecord.warnings.push('An external image was omitted')
  return words ? [{ type: 'text', text: words }] : []
}
