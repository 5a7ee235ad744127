import type { FlowSlot, SlotType } from '@parley/definition'
import { createAnswerContext } from '../answers/answer-context.ts'
import type { FlowChoice, FlowWorld, SlotValue } from '../engine.ts'
import { readSlotAnswer } from '../read/index.ts'
import { listLocationNames } from '../slots/locations.ts'
import { validateSlot } from '../slots/store.ts'
import { answersByType, createSyntheticChoices } from '../synthetic-answers.ts'
import { type Atom, listLiterals, listNumbersAround, selectDistinct } from './atoms.ts'

/** What a person does in a turn, in the form of a test case's turn. */
export type VerifierTurn =
  | string
  | { chip: string; fallback: string }
  | { slot: number; fallback: string }
  | { confirm: boolean; fallback: string }

export type PossibleAnswer = { turn: VerifierTurn; text: string; picked?: string[] }

/**
 * Returns the answers to a question about a slot: one of each class that the conditions of the flow can tell apart, and
 * none that the slot would reject.
 */
export function listAnswers(
  slot: FlowSlot,
  offered: readonly FlowChoice[] | undefined,
  { atoms, world }: { atoms: readonly Atom[]; world: FlowWorld },
): PossibleAnswer[] {
  if (offered) return offered.map((choice, at) => chooseOption(slot, offered, { choice, at, world }))
  const answers = listFitting(slot, atoms, world)
  return selectDistinct(answers, atoms, ({ value }) => value).map(({ text }) => ({ turn: text, text }))
}

/** Types the label where that is clear, because people do, and taps it otherwise. */
function chooseOption(
  slot: FlowSlot,
  offered: readonly FlowChoice[],
  { choice: { id, label }, at, world }: { choice: FlowChoice; at: number; world: FlowWorld },
): PossibleAnswer {
  if (slot.source === undefined && readValue(slot, label, world, offered) === id) return { turn: label, text: label }
  const isTime = slot.type === 'timeslot' || slot.source === 'scheduling.offerTimes'
  // The real choices of a source are unknown here: any chip.
  const chip = slot.source === undefined ? label : '/./'
  const turn = isTime ? { slot: at, fallback: label } : { chip, fallback: label }
  return { turn, text: label, picked: [id] }
}

type TypedAnswer = { text: string; value: SlotValue }

function listFitting(slot: FlowSlot, atoms: readonly Atom[], world: FlowWorld): TypedAnswer[] {
  const written =
    slot.type === 'location'
      ? listLocationNames(slot, world.locations)
      : [...answersByType[slot.type](world.now), ...listCompared(slot.type, atoms)]
  const answers = written.flatMap((text): TypedAnswer[] => {
    const value = readValue(slot, text, world)
    return value === undefined ? [] : [{ text, value }]
  })
  const fitting = answers.filter((answer) => validateSlot(slot, answer, world) === undefined)
  return fitting.length > 0 ? fitting : answers.slice(0, 1)
}

function listCompared(type: SlotType, atoms: readonly Atom[]): string[] {
  if (type === 'number') return listNumbersAround(atoms).map(String)
  const literals = listLiterals(atoms).map(String)
  return type === 'date' ? literals.flatMap((day) => [day, shiftDay(day, 1), shiftDay(day, -1)]) : literals
}

function shiftDay(day: string, by: number): string {
  const at = Date.parse(day)
  return Number.isNaN(at) ? day : new Date(at + by * 86_400_000).toISOString().slice(0, 10)
}

function readValue(
  slot: FlowSlot,
  text: string,
  world: FlowWorld,
  offered?: readonly FlowChoice[],
): SlotValue | undefined {
  const answer = readSlotAnswer(slot, { text }, createAnswerContext({ world }, offered && [...offered]))
  return answer.kind === 'value' ? answer.value : undefined
}

/** Returns choices that a source may offer: the ones that conditions name, and two others. */
export function listSourceChoices(
  slot: FlowSlot,
  source: string,
  { atoms, world }: { atoms: readonly Atom[]; world: FlowWorld },
): FlowChoice[] {
  const literals = listLiterals(atoms).map((literal): FlowChoice => ({ id: String(literal), label: String(literal) }))
  const candidates = [...createSyntheticChoices(slot, source, world.now), ...literals]
  return selectDistinct(candidates, atoms, ({ id }) => id)
}
