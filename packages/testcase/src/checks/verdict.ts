import { isSignal } from '@parley/amf'
import type { CaseObservation, CheckVerdict, ObservedMessage, ObservedTurn } from '../observed.ts'

/** Shared helpers of the checks: verdicts, and the descriptions of what was observed. */

/** The result of one check, or of one item of it. */
export type CheckFinding = { pass: boolean; detail: string }

export const createVerdict = (name: string, { pass, detail }: CheckFinding): CheckVerdict[] => [
  { key: name, pass, detail },
]

/** Creates one verdict per item; a duplicate item counts once. */
export function createVerdicts<Item extends string>(
  name: string,
  items: readonly Item[],
  find: (item: Item) => CheckFinding,
): CheckVerdict[] {
  return [...new Set(items)].map((item) => ({ key: `${name}:${item}`, ...find(item) }))
}

/** Excludes typing indicators. */
export const listTurnMessages = (turn: ObservedTurn): ObservedMessage[] =>
  turn.messages.filter(({ message }) => !isSignal(message))

export const listAllMessages = ({ turns }: CaseObservation): ObservedMessage[] => turns.flatMap(listTurnMessages)

export const isSystemTurn = ({ directive }: ObservedTurn): boolean =>
  typeof directive === 'object' && 'system' in directive

/**
 * Returns whether the person said or did something; false for turns that the agent initiated or the channel reported.
 */
export const isPersonTurn = (turn: ObservedTurn): boolean => turn.directive !== undefined && !isSystemTurn(turn)

/** An opened link or a dialed number: it is reported, and needs no reply. */
const isAction = ({ directive }: ObservedTurn): boolean => typeof directive === 'object' && 'action' in directive

/** Returns the last turn in which the agent spoke or should have: after a mere report, silence is fine. */
export const findLastAgentTurn = ({ turns }: CaseObservation): ObservedTurn | undefined =>
  turns.findLast((turn) => !(isSystemTurn(turn) || isAction(turn)) || listTurnMessages(turn).length > 0)

const maxQuoteLength = 80
const maxListLength = 160

/** Truncates to one line. */
export function quoteShort(text: string, most = maxQuoteLength): string {
  return `“${truncateText(text.replace(/\s+/g, ' ').trim(), most)}”`
}

/** `a, b and 3 more`; limited to a length that fits a sentence. */
export function joinQuoted(items: readonly string[]): string {
  const listed: string[] = []
  for (const item of items.map((one) => quoteShort(one, 40))) {
    if (listed.join(', ').length + item.length > maxListLength) break
    listed.push(item)
  }
  const more = items.length - listed.length
  return more > 0 ? `${listed.join(', ')} and ${more} more` : listed.join(', ')
}

export function formatQuantity(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

export function describeObservedTurn({ turnIndex, directive }: ObservedTurn): string {
  if (directive === undefined) return 'the opening'
  return turnIndex === undefined ? 'a turn' : `turn ${turnIndex + 1}`
}

function truncateText(text: string, most: number): string {
  return text.length <= most ? text.toWellFormed() : `${text.slice(0, most - 1).toWellFormed()}…`
}
