import { type FlowSlot, findNamedLocations } from '@parley/definition'
import type { FlowRequest, OpenQuestion } from '../engine.ts'
import { repeatQuestion } from '../question.ts'
import type { FlowRun } from '../run.ts'
import { listSlotLocations, maxOfferedLocations, toLocationChoice } from '../slots/locations.ts'

type OpenSlot = Extract<OpenQuestion, { kind: 'slot' }>

/** For `Berlin`, when two locations are there, asks about those only; undefined if the reply does not name several. */
export function narrowLocations(
  run: FlowRun,
  slot: FlowSlot,
  { offered }: OpenSlot,
  text: string,
): FlowRequest | undefined {
  const candidates = listSlotLocations(slot, run.world.locations)
  const named = findNamedLocations(candidates, text)
  if (named.length < 2 || named.length > maxOfferedLocations) return undefined
  run.effects.push({ kind: 'say', text: 'We have several there.' })
  const open: OpenSlot = { kind: 'slot', slot: slot.name, offered: named.map(toLocationChoice) }
  return repeatQuestion(run, open, { isFailure: named.length === offered?.length })
}
