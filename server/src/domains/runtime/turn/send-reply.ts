import { type Card, type Chip, type ContentMessage, type Part, printAml } from '@parley/amf'
import { createHistoryLine, type TurnContext, textMessage } from './turn.ts'

/** Sends a message immediately. If its images are unavailable, sends it without them, and as a last resort as text. */
export async function sendReply(turn: TurnContext, message: ContentMessage): Promise<void> {
  let refused = await sendOnce(turn, message)
  const bare = removeImages(message)
  if (refused === 'mediaUnreachable' && bare.parts.length > 0) refused = await sendOnce(turn, bare, { instead: true })
  if (!refused || !formatRefusals.has(refused)) return
  const words = getPlainText(message)
  if (words.trim()) await sendOnce(turn, textMessage(words), { instead: true })
}

const formatRefusals: ReadonlySet<string> = new Set(['mediaUnreachable', 'unsupportedPart', 'invalidMessage'])

/** Returns the reason if the message was refused. */
async function sendOnce(
  turn: TurnContext,
  message: ContentMessage,
  options?: { instead: boolean },
): Promise<string | undefined> {
  const answer = await turn.io.reply(message, options)
  const { messageId, accepted } = answer
  turn.turnRecord.messages.push({ messageId, accepted, text: getPlainText(message), message })
  if (!answer.accepted) {
    const { reason, detail } = answer
    turn.turnRecord.warnings.push(`A message was rejected: ${reason}${detail ? `, ${detail}` : ''}`)
    return reason
  }
  const text = printAml(message).aml
  turn.state = { ...turn.state, history: [...turn.state.history, createHistoryLine(turn, 'agent', text)] }
  return undefined
}

/** The main text of a message: texts, prompts, and titles. */
function getPlainText({ parts }: ContentMessage): string {
  return parts.flatMap(getPartTexts).join('\n')
}

function getPartTexts(part: ContentMessage['parts'][number]): string[] {
  if (part.type === 'text') return [part.text]
  if (part.type === 'card') return getCardTexts(part.card)
  if (part.type === 'carousel') return part.cards.flatMap(getCardTexts)
  if (part.type === 'native') return part.fallback.flatMap(getPartTexts)
  if (part.type === 'media') return part.caption ? [part.caption] : part.alt ? [part.alt] : []
  return part.prompt ? [part.prompt] : []
}

const getCardTexts = ({ title, description }: { title?: string; description?: string }) =>
  [title, description].filter((words) => words !== undefined)

function removeImages(message: ContentMessage): ContentMessage {
  return { ...message, parts: message.parts.flatMap(removePartImages) }
}

function removePartImages(part: ContentMessage['parts'][number]): ContentMessage['parts'] {
  if (part.type === 'media') return getPartTexts(part).map((text) => ({ type: 'text', text }))
  if (part.type === 'card') return removeCardImage(part.card).map((card) => ({ ...part, card }))
  if (part.type === 'carousel') {
    const cards = part.cards.flatMap(removeCardImage)
    return cards.length > 0 ? [{ ...part, cards }] : []
  }
  if (part.type === 'showcase') return [{ ...part, items: part.items.map(({ mediaUrl: _, ...item }) => item) }]
  if (part.type === 'ask.choice') return [{ ...part, options: part.options.map(({ mediaUrl: _, ...one }) => one) }]
  return [part]
}

/** A card that has only an image is dropped. */
function removeCardImage({ mediaUrl: _, ...card }: Card): Card[] {
  return card.title || card.description ? [card] : []
}

const fallbackText = 'I am sorry, I cannot answer that right now. Please try again in a moment.'

/**
 * Ensures that the person gets an answer whatever happened in the turn. Parts that tools already showed replace the
 * fallback text.
 */
export async function sendFallbackReply(
  turn: TurnContext,
  attachedParts: readonly Part[] = [],
  chips: readonly Chip[] = [],
): Promise<void> {
  turn.turnRecord.warnings.push('The person received the fallback reply')
  const message = textMessage(fallbackText)
  const parts = attachedParts.length > 0 ? [...attachedParts] : message.parts
  await sendReply(turn, { ...message, parts, ...(chips.length > 0 && { chips: [...chips] }) })
}
