import type { FlowSlot } from '@parley/definition'
import type { FlowRequest, OpenQuestion } from '../engine.ts'
import { buildQuestion, repeatQuestion } from '../question.ts'
import { endBecauseMissing, type FlowRun, findSlot, getFrame, setPending } from '../run.ts'
import { isOptional, skipSlot } from '../slots/store.ts'
import { detectAside } from './aside.ts'

/** After this many failures, the question also mentions that a human is available. */
const failuresBeforeHint = 3
/** An optional question is skipped after this many failures. */
const maxFailuresForOptional = 2

/** Asks the model to interpret a reply that the readers did not understand. */
export function handleUnclearReply(run: FlowRun, open: OpenQuestion, text: string): FlowRequest | undefined {
  const aside = detectAside(run, open, text, 'anywhere')
  if (aside) return aside
  if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(text)) return askAfterFailure(run, open)
  const question = buildQuestion(run, open)
  if (!question) return endBecauseMissing(run, 'the question')
  setPending(run, { kind: 'reading', open, text })
  run.trace.push(`read ${question.intentId}`)
  return { kind: 'reading', slot: slotToRead(run, open), question: question.text, text }
}

/**
 * Builds the slot for the model, including the choices that were offered. A yes-or-no question becomes a boolean slot.
 */
export function slotToRead(run: FlowRun, open: OpenQuestion): FlowSlot {
  const slot = open.kind === 'slot' ? findSlot(run, open.slot) : undefined
  if (open.kind !== 'slot' || !slot) return { name: 'confirm', type: 'boolean' }
  return open.offered ? { ...slot, options: open.offered.map(({ label }) => label) } : slot
}

/** Asks again, starting with a friendly sentence. */
export function askAfterFailure(
  run: FlowRun,
  open: OpenQuestion,
  why = 'Sorry, I did not understand that.',
): FlowRequest | undefined {
  const failures = (getFrame(run).asked ?? 0) + 1
  const slot = open.kind === 'slot' ? findSlot(run, open.slot) : undefined
  const canSkip = slot !== undefined && isOptional(slot)
  if (canSkip && failures > maxFailuresForOptional) {
    skipSlot(run, slot.name)
    return undefined
  }
  const hints = [
    canSkip && 'You can also say “skip”.',
    failures >= failuresBeforeHint && 'If you prefer, ask for a person.',
  ]
  run.effects.push({ kind: 'say', text: [why, ...hints].filter(Boolean).join(' ') })
  return repeatQuestion(run, open, { isFailure: true })
}
