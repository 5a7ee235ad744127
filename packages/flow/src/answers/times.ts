import type { FlowSlot } from '@parley/definition'
import type { FlowChoice, FlowRequest, OpenQuestion } from '../engine.ts'
import { repeatQuestion } from '../question.ts'
import { findMeantTimes } from '../read/index.ts'
import type { FlowRun } from '../run.ts'
import { createAnswerContext } from './answer-context.ts'
import { askAfterFailure } from './unclear.ts'

type OpenTimeslot = Extract<OpenQuestion, { kind: 'slot' }>

/** What a reply that takes none of the times leaves of them; undefined where it names no time. */
export type NarrowedTimes = { kind: 'one'; time: FlowChoice } | { kind: 'asked'; need: FlowRequest | undefined }

/** `Tuesday`, where two times of that day are offered: only those are asked for. */
export function narrowTimes(run: FlowRun, slot: FlowSlot, open: OpenTimeslot, text: string): NarrowedTimes | undefined {
  const { offered = [], others = [] } = open
  if (slot.type !== 'timeslot' || offered.length === 0) return undefined
  const all = [...offered, ...others]
  const meant = findMeantTimes(text, createAnswerContext(run, all))
  const [time] = meant ?? []
  if (!meant || (meant.length === 1 && time && offered.includes(time))) return undefined
  if (meant.length === 1 && time) return { kind: 'one', time }
  if (meant.length === 0) {
    const whole: OpenQuestion = { kind: 'slot', slot: slot.name, offered: sortTimes(all) }
    return { kind: 'asked', need: askAfterFailure(run, whole, 'Sorry, I cannot offer that time.') }
  }
  run.effects.push({ kind: 'say', text: 'I can offer these times then.' })
  const rest = all.filter((choice) => !meant.includes(choice))
  const part: OpenQuestion = { kind: 'slot', slot: slot.name, offered: meant, ...(rest.length > 0 && { others: rest }) }
  return { kind: 'asked', need: repeatQuestion(run, part, { isFailure: rest.length === others.length }) }
}

/** Their ids are times. */
const sortTimes = (times: FlowChoice[]): FlowChoice[] => times.toSorted((one, other) => (one.id < other.id ? -1 : 1))
