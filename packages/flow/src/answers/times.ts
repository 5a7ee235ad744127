import type { FlowSlot } from '@parley/definition'
import type { Choice, FlowNeed, Open } from '../engine.ts'
import { askAgain } from '../question.ts'
import { timesMeant } from '../read/index.ts'
import type { Run } from '../run.ts'
import { about } from './about.ts'
import { notTaken } from './unclear.ts'

type OpenSlot = Extract<Open, { kind: 'slot' }>

/** What a reply that takes none of the times leaves of them; undefined where it names no time. */
export type Narrowed = { kind: 'one'; time: Choice } | { kind: 'asked'; need: FlowNeed | undefined }

/** `Tuesday`, where two times of that day are offered: only those are asked for. */
export function narrowed(run: Run, slot: FlowSlot, open: OpenSlot, text: string): Narrowed | undefined {
  const { offered = [], others = [] } = open
  if (slot.type !== 'timeslot' || offered.length === 0) return undefined
  const all = [...offered, ...others]
  const meant = timesMeant(text, about(run, all))
  const [time] = meant ?? []
  if (!meant || (meant.length === 1 && time && offered.includes(time))) return undefined
  if (meant.length === 1 && time) return { kind: 'one', time }
  if (meant.length === 0) {
    const whole: Open = { kind: 'slot', slot: slot.name, offered: inOrder(all) }
    return { kind: 'asked', need: notTaken(run, whole, 'Sorry, I cannot offer that time.') }
  }
  run.effects.push({ kind: 'say', text: 'I can offer these times then.' })
  const rest = all.filter((choice) => !meant.includes(choice))
  const part: Open = { kind: 'slot', slot: slot.name, offered: meant, ...(rest.length > 0 && { others: rest }) }
  return { kind: 'asked', need: askAgain(run, part, { isFailure: rest.length === others.length }) }
}

/** Their ids are times. */
const inOrder = (times: Choice[]): Choice[] => times.toSorted((one, other) => (one.id < other.id ? -1 : 1))
