import type { FlowSlot } from '@parley/definition'
import type { FlowChoice, FlowQuestion, FlowWorld } from '../engine.ts'
import { getLocationChoices } from './locations.ts'

/** More than a person reads, and few enough to store in the state. */
const maxOffered = 50
/** Maximum length of an id in a message part. */
const maxIdLength = 200

export function getStaticChoices(
  slot: FlowSlot,
  { locations }: Pick<FlowWorld, 'locations'>,
): FlowChoice[] | undefined {
  const { options } = slot
  if (slot.type === 'location') return getLocationChoices(slot, locations)
  return options && selectUsableChoices(options.map((option) => ({ id: option, label: option })))
}

/** Returns the choices that are distinct and readable; undefined if there are none. */
export function selectUsableChoices(choices: readonly FlowChoice[]): FlowChoice[] | undefined {
  const known = new Map<string, FlowChoice>()
  for (const { id, label, description } of choices) {
    if (id === '' || id.length > maxIdLength || label.trim() === '' || known.has(id)) continue
    known.set(id, { id, label, ...(description !== undefined && { description }) })
  }
  return known.size > 0 ? [...known.values()].slice(0, maxOffered) : undefined
}

export function chooseQuestionForm(
  { type, source }: FlowSlot,
  offered: FlowChoice[] | undefined,
): FlowQuestion['form'] {
  if (!offered) return { kind: type === 'boolean' ? 'confirm' : 'open' }
  const isOfTimes = (type === 'timeslot' || source === 'scheduling.offerTimes') && offered.every(isTime)
  return { kind: isOfTimes ? 'times' : 'choice', options: offered }
}

function isTime({ id }: FlowChoice): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(id) && !Number.isNaN(Date.parse(id))
}
