import { type ContentMessage, isSignal, type Part } from '@parley/amf'
import type { Checks } from '../expect.ts'
import type { CaseObservation, CheckVerdict, ObservedMessage } from '../observed.ts'
import {
  createVerdict,
  createVerdicts,
  describeObservedTurn,
  findLastAgentTurn,
  formatQuantity,
  isPersonTurn,
  isSystemTurn,
  joinQuoted,
  listAllMessages,
  listTurnMessages,
  quoteShort,
} from './verdict.ts'

export function finalReplyNonEmpty(wanted: boolean, observed: CaseObservation): CheckVerdict[] {
  const turn = findLastAgentTurn(observed)
  const words = turn ? listTurnMessages(turn).find(({ text }) => text.trim() !== '')?.text : undefined
  const pass = (words !== undefined) === wanted
  if (words !== undefined) {
    const fact = `The last agent turn says ${quoteShort(words)}`
    return createVerdict('finalReplyNonEmpty', {
      pass,
      detail: pass ? `${fact}.` : `${fact}, but must have no text.`,
    })
  }
  const silent = turn ? `The agent said nothing in ${describeObservedTurn(turn)}, its last` : 'The agent had no turn'
  return createVerdict('finalReplyNonEmpty', { pass, detail: pass ? `${silent}.` : `${silent}; a text was expected.` })
}

export function pickerShown(wanted: boolean, observed: CaseObservation): CheckVerdict[] {
  const wasShown = listAllMessages(observed).some(hasPicker)
  const fact = wasShown ? 'A time picker was shown' : 'No time picker was shown'
  const pass = wasShown === wanted
  const instead = wanted ? 'one was expected' : 'none was expected'
  return createVerdict('pickerShown', { pass, detail: pass ? `${fact}.` : `${fact}; ${instead}.` })
}

const hasPicker = ({ message, affordances }: ObservedMessage): boolean =>
  kindsIn(message).has('ask.time') || affordances.some(({ answer }) => answer?.intent === 'ask.time')

const labelOf = (label: string): string => label.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

export function chipsOnAnyTurn(
  items: NonNullable<Checks['chipsOnAnyTurn']>,
  observed: CaseObservation,
): CheckVerdict[] {
  const labels = listAllMessages(observed).flatMap(({ affordances }) => affordances.map(({ label }) => label))
  const offered = new Set(labels.map(labelOf))
  return createVerdicts('chipsOnAnyTurn', items, (item) => {
    if (offered.has(labelOf(item))) return { pass: true, detail: `${quoteShort(item)} was offered.` }
    const instead = labels.length > 0 ? `Offered: ${joinQuoted([...new Set(labels)])}.` : 'Nothing was offered.'
    return { pass: false, detail: `${quoteShort(item)} was never offered as a chip or a time. ${instead}` }
  })
}

export function chipsOnLastMessage(wanted: boolean, observed: CaseObservation): CheckVerdict[] {
  const last = listAllMessages(observed).at(-1)
  const labels = last?.affordances.map(({ label }) => label) ?? []
  const pass = labels.length > 0 === wanted
  const fact = factOfLast(last, labels)
  const instead = wanted ? 'something to tap was expected' : 'nothing to tap was expected'
  return createVerdict('chipsOnLastMessage', { pass, detail: pass ? `${fact}.` : `${fact}; ${instead}.` })
}

function factOfLast(last: ObservedMessage | undefined, labels: string[]): string {
  if (!last) return 'The agent sent no message'
  if (labels.length > 0) return `The last message offers ${joinQuoted(labels)}`
  return `The last message, ${quoteShort(last.text)}, offers nothing to tap`
}

/** Ignores turns that the agent initiates, because they are not replies. */
export function replyCount({ min, max }: NonNullable<Checks['replyCount']>, observed: CaseObservation): CheckVerdict[] {
  const turns = observed.turns.filter(isPersonTurn).map((turn) => ({ turn, count: listTurnMessages(turn).length }))
  const wrong = turns.find(({ count }) => count < (min ?? 0) || count > (max ?? Number.POSITIVE_INFINITY))
  const wanted = rangeOf(min, max)
  if (!wrong) return createVerdict('replyCount', { pass: true, detail: `Every turn of the person got ${wanted}.` })
  const got = formatQuantity(wrong.count, 'message')
  return createVerdict('replyCount', {
    pass: false,
    detail: `In ${describeObservedTurn(wrong.turn)} the agent sent ${got}, not ${wanted}.`,
  })
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && min === max) return formatQuantity(min, 'message')
  if (min !== undefined && max !== undefined) return `${min} to ${max} messages`
  if (min !== undefined) return `at least ${formatQuantity(min, 'message')}`
  return max !== undefined ? `at most ${formatQuantity(max, 'message')}` : 'any number of messages'
}

export function noReplyTo(items: NonNullable<Checks['noReplyTo']>, observed: CaseObservation): CheckVerdict[] {
  return createVerdicts('noReplyTo', items, (item) => {
    const sent = observed.turns.filter((turn) => isSystemTurn(turn) && systemOf(turn) === item)
    if (sent.length === 0) return { pass: false, detail: `${item} was never sent, so the check cannot be decided.` }
    const answer = sent.flatMap(listTurnMessages)[0]
    if (!answer) return { pass: true, detail: `${item} was sent and got no reply.` }
    return { pass: false, detail: `The agent replied to ${item}: ${quoteShort(answer.text)}.` }
  })
}

const systemOf = ({ directive }: CaseObservation['turns'][number]): string | undefined =>
  typeof directive === 'object' && 'system' in directive ? directive.system : undefined

export function partsOnLastTurn(
  items: NonNullable<Checks['partsOnLastTurn']>,
  observed: CaseObservation,
): CheckVerdict[] {
  const turn = findLastAgentTurn(observed)
  const kinds = new Set((turn ? listTurnMessages(turn) : []).flatMap(({ message }) => [...kindsIn(message)]))
  return createVerdicts('partsOnLastTurn', items, (item) => {
    if (kinds.has(item)) return { pass: true, detail: `The last agent turn has a part of kind ${item}.` }
    const instead = kinds.size > 0 ? `it has ${[...kinds].join(', ')}` : 'it has no parts at all'
    return { pass: false, detail: `The last agent turn has no part of kind ${item}; ${instead}.` }
  })
}

function kindsIn(message: ObservedMessage['message']): Set<string> {
  if (isSignal(message)) return new Set()
  const parts = message.parts.flatMap(partsOf)
  return new Set([...parts.map(({ type }) => type), ...(hasChips(message, parts) ? ['chips'] : [])])
}

/** For a native part, checks its fallback on other channels. */
const partsOf = (part: Part): Part[] => (part.type === 'native' ? part.fallback : [part])

function hasChips({ chips = [] }: ContentMessage, parts: readonly Part[]): boolean {
  return chips.length > 0 || parts.some((part) => cardsOf(part).some((card) => (card.chips ?? []).length > 0))
}

function cardsOf(part: Part): { chips?: unknown[] }[] {
  if (part.type === 'card') return [part.card]
  if (part.type === 'carousel') return part.cards
  return part.type === 'showcase' ? part.items : []
}
