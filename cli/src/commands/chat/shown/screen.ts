import type { ChatChannel, Message } from '../turn.ts'
import { type Bubble, bubblesOf, type Offer } from './bubble.ts'

/** What a turn has put before the person: what is read, and what can be tapped. */
export type Screen = { bubbles: Bubble[]; offers: Offer[] }

export const emptyScreen: Screen = { bubbles: [], offers: [] }

/** Numbers that stand in the words are the agent's own, and are answered by typing them: ours begin behind them. */
export function screenOf(messages: readonly Message[], channel: ChatChannel): Screen {
  let last = Math.max(0, ...messages.flatMap(({ rendered }) => rendered.flatMap(({ text }) => numbersIn(text))))
  const next = () => ++last
  const bubbles = messages.flatMap((message) => bubblesOf(message, channel, next))
  return { bubbles, offers: bubbles.flatMap(offersOf) }
}

const numbersIn = (text: string): number[] =>
  Array.from(text.matchAll(/^ *(\d{1,3})[.)] /gm), ([, number]) => Number(number))

const offersOf = ({ cards, picks, chips }: Bubble): Offer[] => [
  ...cards.flatMap(({ offers }) => offers),
  ...picks.map(({ offer }) => offer),
  ...chips,
]
