import type { ChatChannel, ChatMessage } from '../persona-types.ts'
import { type ChatBubble, type ChatOffer, toChatBubbles } from './chat-bubble.ts'

/** What a turn has put before the person: what is read, and what can be tapped. */
export type ChatScreen = { bubbles: ChatBubble[]; offers: ChatOffer[] }

export const emptyScreen: ChatScreen = { bubbles: [], offers: [] }

/** Numbers that stand in the words are the agent's own, and are answered by typing them: ours begin behind them. */
export function buildScreen(messages: readonly ChatMessage[], channel: ChatChannel): ChatScreen {
  let last = Math.max(0, ...messages.flatMap(({ rendered }) => rendered.flatMap(({ text }) => numbersIn(text))))
  const next = () => ++last
  const bubbles = messages.flatMap((message) => toChatBubbles(message, channel, next))
  return { bubbles, offers: bubbles.flatMap(offersOf) }
}

const numbersIn = (text: string): number[] =>
  Array.from(text.matchAll(/^ *(\d{1,3})[.)] /gm), ([, number]) => Number(number))

const offersOf = ({ cards, options, chips }: ChatBubble): ChatOffer[] => [
  ...cards.flatMap(({ offers }) => offers),
  ...options.map(({ offer }) => offer),
  ...chips,
]
