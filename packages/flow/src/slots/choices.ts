import type { FlowSlot } from '@parley/definition'
import type { Choice, Question } from '../engine.ts'

/** More than a person reads, and few enough to be kept in the state. */
const mostOffered = 50
/** What a part of a message takes as an id. */
const longestId = 200

export function staticChoices({ options }: FlowSlot): Choice[] | undefined {
  return options && usable(options.map((option) => ({ id: option, label: option })))
}

/** Those that can be told apart and read; undefined where there is none. */
export function usable(choices: readonly Choice[]): Choice[] | undefined {
  const known = new Map<string, Choice>()
  for (const { id, label, description } of choices) {
    if (id === '' || id.length > longestId || label.trim() === '' || known.has(id)) continue
    known.set(id, { id, label, ...(description !== undefined && { description }) })
  }
  return known.size > 0 ? [...known.values()].slice(0, mostOffered) : undefined
}

export function formOf({ type, source }: FlowSlot, offered: Choice[] | undefined): Question['form'] {
  if (!offered) return { kind: type === 'boolean' ? 'confirm' : 'open' }
  const isOfTimes = (type === 'timeslot' || source === 'scheduling.offerTimes') && offered.every(isTime)
  return { kind: isOfTimes ? 'times' : 'choice', options: offered }
}

function isTime({ id }: Choice): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(id) && !Number.isNaN(Date.parse(id))
}
