import { type Chip, type ContentMessage, compile, listAmlReferences, type Part, validateMessage } from '@parley/amf'
import { type TurnContext, textMessage } from './turn.ts'

/** Longer than people read in a chat. */
const maxReplyLength = 6_000

export type ComposedReply = { message: ContentMessage; problem?: string }

/** Parts that tools showed; they go out with the reply text. */
export type ToolAttachments = { attachedParts: readonly Part[]; chips: readonly Chip[] }

/** Compiles a model's reply. Even with a problem the message contains all of the text. */
export async function composeReply(
  turn: TurnContext,
  written: string,
  { attachedParts, chips: offered }: ToolAttachments,
): Promise<ComposedReply> {
  const aml = written.trim().slice(0, maxReplyLength).toWellFormed()
  const content = listAmlReferences(aml).length > 0 ? await turn.io.content() : undefined
  const { message, warnings, problems } = compile(aml, { content, timeZone: turn.input.timezone })
  turn.turnRecord.warnings.push(...warnings.map(({ message: words }) => `In the reply: ${words}`))
  const parts = [
    ...message.parts.flatMap((part) => removeForeignImages(turn, part)),
    ...uniqueIntents(attachedParts, message.parts),
  ]
  const chips = [...(message.chips ?? []), ...offered]
  const whole: ContentMessage = { ...message, parts, ...(chips.length > 0 && { chips }) }
  const [problem] = problems
  const wrong = problem && `line ${problem.line}: ${problem.message}`
  if (!isSendable(whole)) return { message: textMessage(aml), problem: wrong ?? 'it cannot be sent as it is' }
  return { message: whole, ...(wrong && { problem: wrong }) }
}

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
