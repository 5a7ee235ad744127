import { type Card, type ContentMessage, printAml } from '@parley/amf'
import { lineOf, type Turn, textMessage } from './turn.ts'

/** Sends a message on its way, at once. One whose pictures are gone goes out without them, and at the worst in words. */
export async function speak(turn: Turn, message: ContentMessage): Promise<void> {
  let refused = await send(turn, message)
  const bare = withoutPictures(message)
  if (refused === 'mediaUnreachable' && bare.parts.length > 0) refused = await send(turn, bare, { instead: true })
  if (!refused || !ofItsForm.has(refused)) return
  const words = plain(message)
  if (words.trim()) await send(turn, textMessage(words), { instead: true })
}

const ofItsForm: ReadonlySet<string> = new Set(['mediaUnreachable', 'unsupportedPart', 'invalidMessage'])

/** Answers why it was refused, if it was. */
async function send(turn: Turn, message: ContentMessage, options?: { instead: boolean }): Promise<string | undefined> {
  const answer = await turn.stage.reply(message, options)
  const { messageId, accepted } = answer
  turn.ledger.messages.push({ messageId, accepted, text: plain(message), message })
  if (!answer.accepted) {
    const { reason, detail } = answer
    turn.ledger.warnings.push(`A message was refused: ${reason}${detail ? `, ${detail}` : ''}`)
    return reason
  }
  const text = printAml(message).aml
  turn.state = { ...turn.state, history: [...turn.state.history, lineOf(turn, 'agent', text)] }
  return undefined
}

/** What a person reads of it first: texts, prompts and titles. */
function plain({ parts }: ContentMessage): string {
  return parts.flatMap(wordsOfPart).join('\n')
}

function wordsOfPart(part: ContentMessage['parts'][number]): string[] {
  if (part.type === 'text') return [part.text]
  if (part.type === 'card') return wordsOfCard(part.card)
  if (part.type === 'carousel') return part.cards.flatMap(wordsOfCard)
  if (part.type === 'native') return part.fallback.flatMap(wordsOfPart)
  if (part.type === 'media') return part.caption ? [part.caption] : part.alt ? [part.alt] : []
  return part.prompt ? [part.prompt] : []
}

const wordsOfCard = ({ title, description }: { title?: string; description?: string }) =>
  [title, description].filter((words) => words !== undefined)

function withoutPictures(message: ContentMessage): ContentMessage {
  return { ...message, parts: message.parts.flatMap(barePart) }
}

function barePart(part: ContentMessage['parts'][number]): ContentMessage['parts'] {
  if (part.type === 'media') return wordsOfPart(part).map((text) => ({ type: 'text', text }))
  if (part.type === 'card') return bareCard(part.card).map((card) => ({ ...part, card }))
  if (part.type === 'carousel') {
    const cards = part.cards.flatMap(bareCard)
    return cards.length > 0 ? [{ ...part, cards }] : []
  }
  if (part.type === 'showcase') return [{ ...part, items: part.items.map(({ mediaUrl: _, ...item }) => item) }]
  if (part.type === 'ask.choice') return [{ ...part, options: part.options.map(({ mediaUrl: _, ...one }) => one) }]
  return [part]
}

/** Of a picture alone nothing is left. */
function bareCard({ mediaUrl: _, ...card }: Card): Card[] {
  return card.title || card.description ? [card] : []
}
