import type { AgentLocation, CollectStep, FlowSlot } from '@parley/definition'
import type { FlowRequest, SlotValue } from '../engine.ts'
import { askQuestion } from '../question.ts'
import { type FlowRun, findSlot, getFrame, handoffToHuman, nextStep, setPending, updateFrame } from '../run.ts'
import { getStaticChoices } from '../slots/choices.ts'
import { chooseLocation, findKnownLocation, listSlotLocations } from '../slots/locations.ts'
import { isOptional, skipSlot, storeSlotValue } from '../slots/store.ts'
import { readBoundValue } from '../slots/values.ts'
import type { StepRunner } from './step.ts'

/** Asks for one slot after another until each is filled, on file or skipped. */
export const runCollectStep: StepRunner<CollectStep> = (run, step) => {
  for (const slot of listOpenSlots(run, step)) {
    if (slot.type === 'location' && listSlotLocations(slot, run.world.locations).length === 0) {
      // An agent without locations is one place: there is nothing to ask.
      skipSlot(run, slot.name)
      continue
    }
    const known = slot.type === 'location' ? findKnownLocation(run, slot) : readBoundValue(run, slot)
    if (known === undefined) return askForSlot(run, slot)
    storeKnownValue(run, slot, known)
    run.trace.push(`${slot.name} already known`)
  }
  run.trace.push(`collect ${[step.collect].flat().join(', ')}`)
  nextStep(run)
  return undefined
}

function storeKnownValue(run: FlowRun, { name }: FlowSlot, known: SlotValue | AgentLocation): void {
  if (typeof known !== 'object') {
    storeSlotValue(run, name, known)
    return
  }
  storeSlotValue(run, name, known.id, known.name)
  chooseLocation(run, known.id)
}

/** Ignores slots that the flow does not have. */
export function listOpenSlots(run: FlowRun, step: CollectStep): FlowSlot[] {
  const { slots, results = {}, skipped = [] } = getFrame(run)
  const isFilled = (name: string) => Object.hasOwn(slots, name) || Object.hasOwn(results, name)
  const names = [step.collect].flat().filter((name) => !isFilled(name) && !skipped.includes(name))
  return names.flatMap((name) => findSlot(run, name) ?? [])
}

function askForSlot(run: FlowRun, slot: FlowSlot): FlowRequest {
  if (slot.source !== undefined && slot.type !== 'location') return requestChoices(run, slot, slot.source)
  const offered = getStaticChoices(slot, run.world)
  return askQuestion(run, { kind: 'slot', slot: slot.name, ...(offered && { offered }) })
}

export function requestChoices(run: FlowRun, slot: FlowSlot, source: string): FlowRequest {
  updateFrame(run, { awaits: { kind: 'choices', slot: slot.name }, asked: undefined })
  run.trace.push(`choices of ${source}`)
  return { kind: 'choices', source, slot }
}

/** Reports once that there is nothing to choose from, so that the person does not face an unanswerable question. */
export function handleNoChoices(run: FlowRun, slot: FlowSlot): FlowRequest | undefined {
  run.trace.push(`no choices for ${slot.name}`)
  if (isOptional(slot)) {
    run.effects.push({ kind: 'say', text: 'Sorry, there is nothing to choose from right now, so let’s continue.' })
    skipSlot(run, slot.name)
    return undefined
  }
  run.effects.push({ kind: 'say', text: 'Sorry, there is nothing to choose from right now.' })
  setPending(run, undefined)
  return handoffToHuman
}
