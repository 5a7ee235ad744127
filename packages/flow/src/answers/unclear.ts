import type { FlowSlot } from '@parley/definition'
import type { FlowNeed, Open } from '../engine.ts'
import { askAgain, questionOf } from '../question.ts'
import { awaits, frameOf, gone, type Run, slotNamed } from '../run.ts'
import { isOptional, skip } from '../slots/keep.ts'
import { asideIn } from './aside.ts'

/** Once a question was asked again so often, it is said that there are people, too. */
const patience = 3
/** What need not be known is let go. */
const mostForOptional = 2

/** The readers made nothing of a reply: the model may. */
export function unclear(run: Run, open: Open, text: string): FlowNeed | undefined {
  const aside = asideIn(run, open, text, 'anywhere')
  if (aside) return aside
  if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(text)) return notTaken(run, open)
  const question = questionOf(run, open)
  if (!question) return gone(run, 'the question')
  awaits(run, { kind: 'reading', open, text })
  run.trace.push(`read ${question.intentId}`)
  return { kind: 'reading', slot: slotToRead(run, open), question: question.text, text }
}

/** The model is told what there was to choose from. A question of yes and no is read as a slot of that kind. */
export function slotToRead(run: Run, open: Open): FlowSlot {
  const slot = open.kind === 'slot' ? slotNamed(run, open.slot) : undefined
  if (open.kind !== 'slot' || !slot) return { name: 'confirm', type: 'boolean' }
  return open.offered ? { ...slot, options: open.offered.map(({ label }) => label) } : slot
}

/** Asks again, with a friendly sentence before. */
export function notTaken(run: Run, open: Open, why = 'Sorry, I did not understand that.'): FlowNeed | undefined {
  const failures = (frameOf(run).asked ?? 0) + 1
  const slot = open.kind === 'slot' ? slotNamed(run, open.slot) : undefined
  const canSkip = slot !== undefined && isOptional(slot)
  if (canSkip && failures > mostForOptional) {
    skip(run, slot.name)
    return undefined
  }
  const hints = [canSkip && 'You can also say “skip”.', failures >= patience && 'If you prefer, ask for a person.']
  run.effects.push({ kind: 'say', text: [why, ...hints].filter(Boolean).join(' ') })
  return askAgain(run, open, { isFailure: true })
}
