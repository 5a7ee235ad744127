import { isSignal } from '@parley/amf'
import type { CheckVerdict, Observed, ObservedMessage, ObservedTurn } from '../observed.ts'

/** What every check is made of: its verdicts, and the words that say what was there. */

/** What one check, or one item of it, found. */
export type Found = { pass: boolean; detail: string }

/** The verdict of a check that is one. */
export const single = (name: string, { pass, detail }: Found): CheckVerdict[] => [{ key: name, pass, detail }]

/** One for each item; an item that is named twice is asked for once. */
export function each<Item extends string>(
  name: string,
  items: readonly Item[],
  find: (item: Item) => Found,
): CheckVerdict[] {
  return [...new Set(items)].map((item) => ({ key: `${name}:${item}`, ...find(item) }))
}

/** A typing indicator is no message. */
export const messagesIn = (turn: ObservedTurn): ObservedMessage[] =>
  turn.messages.filter(({ message }) => !isSignal(message))

export const allMessages = ({ turns }: Observed): ObservedMessage[] => turns.flatMap(messagesIn)

export const isSystem = ({ directive }: ObservedTurn): boolean => typeof directive === 'object' && 'system' in directive

/** Something that the person said or did; what the agent began by itself is none, nor is what the channel reported. */
export const isOfPerson = (turn: ObservedTurn): boolean => turn.directive !== undefined && !isSystem(turn)

/** A link that was opened, a number that was dialled: it is told, and asks for nothing. */
const isAction = ({ directive }: ObservedTurn): boolean => typeof directive === 'object' && 'action' in directive

/** Where the agent spoke last, or should have: to what is only reported, silence is no answer. */
export const lastAgentTurn = ({ turns }: Observed): ObservedTurn | undefined =>
  turns.findLast((turn) => !(isSystem(turn) || isAction(turn)) || messagesIn(turn).length > 0)

const longestQuote = 80
const longestList = 160

/** Shortened, on one line. */
export function quoted(text: string, most = longestQuote): string {
  return `“${shortened(text.replace(/\s+/g, ' ').trim(), most)}”`
}

/** `a, b and 3 more`; never longer than a sentence can bear. */
export function listed(items: readonly string[]): string {
  const shown: string[] = []
  for (const item of items.map((one) => quoted(one, 40))) {
    if (shown.join(', ').length + item.length > longestList) break
    shown.push(item)
  }
  const more = items.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** How a turn is spoken of: by its place in the script. */
export function placeOf({ turnIndex, directive }: ObservedTurn): string {
  if (directive === undefined) return 'the opening'
  return turnIndex === undefined ? 'a turn' : `turn ${turnIndex + 1}`
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text.toWellFormed() : `${text.slice(0, most - 1).toWellFormed()}…`
}
