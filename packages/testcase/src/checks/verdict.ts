import { isSignal } from '@parley/amf'
import type { CaseObservation, CheckVerdict, ObservedMessage, ObservedTurn } from '../observed.ts'

/** What every check is made of: its verdicts, and the words that say what was there. */

/** What one check, or one item of it, found. */
export type CheckFinding = { pass: boolean; detail: string }

/** The verdict of a check that is one. */
export const createVerdict = (name: string, { pass, detail }: CheckFinding): CheckVerdict[] => [
  { key: name, pass, detail },
]

/** One for each item; an item that is named twice is asked for once. */
export function createVerdicts<Item extends string>(
  name: string,
  items: readonly Item[],
  find: (item: Item) => CheckFinding,
): CheckVerdict[] {
  return [...new Set(items)].map((item) => ({ key: `${name}:${item}`, ...find(item) }))
}

/** A typing indicator is no message. */
export const listTurnMessages = (turn: ObservedTurn): ObservedMessage[] =>
  turn.messages.filter(({ message }) => !isSignal(message))

export const listAllMessages = ({ turns }: CaseObservation): ObservedMessage[] => turns.flatMap(listTurnMessages)

export const isSystemTurn = ({ directive }: ObservedTurn): boolean =>
  typeof directive === 'object' && 'system' in directive

/** Something that the person said or did; what the agent began by itself is none, nor is what the channel reported. */
export const isPersonTurn = (turn: ObservedTurn): boolean => turn.directive !== undefined && !isSystemTurn(turn)

/** A link that was opened, a number that was dialled: it is told, and asks for nothing. */
const isAction = ({ directive }: ObservedTurn): boolean => typeof directive === 'object' && 'action' in directive

/** Where the agent spoke last, or should have: to what is only reported, silence is no answer. */
export const lastAgentTurn = ({ turns }: CaseObservation): ObservedTurn | undefined =>
  turns.findLast((turn) => !(isSystemTurn(turn) || isAction(turn)) || listTurnMessages(turn).length > 0)

const maxQuoteLength = 80
const maxListLength = 160

/** Shortened, on one line. */
export function quoteShort(text: string, most = maxQuoteLength): string {
  return `“${truncateText(text.replace(/\s+/g, ' ').trim(), most)}”`
}

/** `a, b and 3 more`; never longer than a sentence can bear. */
export function joinQuoted(items: readonly string[]): string {
  const shown: string[] = []
  for (const item of items.map((one) => quoteShort(one, 40))) {
    if (shown.join(', ').length + item.length > maxListLength) break
    shown.push(item)
  }
  const more = items.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

export function formatQuantity(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** How a turn is spoken of: by its place in the script. */
export function describeObservedTurn({ turnIndex, directive }: ObservedTurn): string {
  if (directive === undefined) return 'the opening'
  return turnIndex === undefined ? 'a turn' : `turn ${turnIndex + 1}`
}

function truncateText(text: string, most: number): string {
  return text.length <= most ? text.toWellFormed() : `${text.slice(0, most - 1).toWellFormed()}…`
}
