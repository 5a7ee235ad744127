import type { ChatMessage } from '../persona-session.ts'
import { type ChatBubble, type ChatOffer, toChatBubbles } from './chat-bubble.ts'

/** The content of a turn on the person's screen: the bubbles to read and the offers to tap. */
export type ChatScreen = { bubbles: ChatBubble[]; offers: ChatOffer[] }

export const emptyScreen: ChatScreen = { bubbles: [], offers: [] }

/** Numbers in the agent's own text are answered by typing them, so offer numbers start after the highest of them. */
export function buildScreen(messages: readonly ChatMessage[]): ChatScreen {
  let last = Math.max(0, ...messages.flatMap(({ rendered }) => rendered.flatMap(({ text }) => numbersIn(text))))
  const next = () => ++last
  const bubbles = messages.flatMap((message) => toChatBubbles(message, next))
  return { bubbles, offers: bubbles.flatMap(offersOf) }
}

const numbersIn = (text: string): number[] =>
  Array.from(text.matchAll(/^ *(\d{1,3})[.)] /gm), ([, number]) => Number(number))

const offersOf = ({ cards, options, chips }: ChatBubble): ChatOffer[] => [
  ...cards.flatMap(({ offers }) => offers),
  ...options.map(({ offer }) => offer),
  ...chips,
]
