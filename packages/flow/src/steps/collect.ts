import type { CollectStep, FlowSlot } from '@parley/definition'
import type { FlowNeed } from '../engine.ts'
import { ask } from '../question.ts'
import { awaits, change, frameOf, goOn, type Run, slotNamed, toHuman } from '../run.ts'
import { staticChoices } from '../slots/choices.ts'
import { onFile } from '../slots/held.ts'
import { isOptional, keep, skip } from '../slots/keep.ts'
import type { Work } from './step.ts'

/** Asks for one slot after the other until each is filled, on file or left out. */
export const collect: Work<CollectStep> = (run, step) => {
  for (const slot of openSlots(run, step)) {
    const known = onFile(run, slot)
    if (known === undefined) return askFor(run, slot)
    keep(run, slot.name, known)
    run.trace.push(`${slot.name} on file`)
  }
  run.trace.push(`collect ${[step.collect].flat().join(', ')}`)
  goOn(run)
  return undefined
}

/** A slot that the flow does not have is nothing to ask for. */
export function openSlots(run: Run, step: CollectStep): FlowSlot[] {
  const { slots, skipped = [] } = frameOf(run)
  const names = [step.collect].flat().filter((name) => !Object.hasOwn(slots, name) && !skipped.includes(name))
  return names.flatMap((name) => slotNamed(run, name) ?? [])
}

function askFor(run: Run, slot: FlowSlot): FlowNeed {
  if (slot.source !== undefined) return needChoices(run, slot, slot.source)
  const offered = staticChoices(slot)
  return ask(run, { kind: 'slot', slot: slot.name, ...(offered && { offered }) })
}

export function needChoices(run: Run, slot: FlowSlot, source: string): FlowNeed {
  change(run, { awaits: { kind: 'choices', slot: slot.name }, asked: undefined })
  run.trace.push(`choices of ${source}`)
  return { kind: 'choices', source, slot }
}

/** Nothing to choose from: it is said once, and nobody is left with a question that has no answer. */
export function withoutChoices(run: Run, slot: FlowSlot): FlowNeed | undefined {
  run.trace.push(`no choices for ${slot.name}`)
  if (isOptional(slot)) {
    run.effects.push({ kind: 'say', text: 'Sorry, there is nothing to choose from right now, so let us go on.' })
    skip(run, slot.name)
    return undefined
  }
  run.effects.push({ kind: 'say', text: 'Sorry, there is nothing to choose from right now.' })
  awaits(run, undefined)
  return toHuman
}
