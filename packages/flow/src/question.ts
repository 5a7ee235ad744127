import type { FlowNeed, Open, Question } from './engine.ts'
import { filledText, harmless } from './fill.ts'
import { change, frameOf, gone, type Run, slotNamed, stepOf } from './run.ts'
import { formOf } from './slots/choices.ts'
import { defaultPrompt } from './slots/wording.ts'

/** Asks, and waits for the reply. */
export function ask(run: Run, open: Open): FlowNeed {
  return asked(run, open, { asked: undefined, isAgain: false })
}

/** After a digression it does not count as having failed. */
export function askAgain(run: Run, open: Open, { isFailure }: { isFailure: boolean }): FlowNeed {
  const { asked: before } = frameOf(run)
  return asked(run, open, { asked: isFailure ? (before ?? 0) + 1 : before, isAgain: true })
}

function asked(run: Run, open: Open, how: { asked: number | undefined; isAgain: boolean }): FlowNeed {
  const question = questionOf(run, open)
  if (!question) return gone(run, 'the question')
  change(run, { awaits: open, asked: how.asked })
  run.effects.push({ kind: 'ask', question: { ...question, again: how.isAgain } })
  run.trace.push(`ask ${question.intentId}${how.isAgain ? ' again' : ''}`)
  return { kind: 'reply' }
}

/** Undefined where the flow no longer has what is asked for. */
export function questionOf(run: Run, open: Open): Omit<Question, 'again'> | undefined {
  if (open.kind === 'confirmAction') return actionQuestion(run)
  const slot = slotNamed(run, open.slot)
  if (!slot) return undefined
  if (open.kind === 'confirmSlot') {
    const text = `You said ${harmless(open.label)}, is that right?`
    return { intentId: `${slot.name}.confirm`, text, form: { kind: 'confirm' } }
  }
  const text = filledText(run, slot.prompt ?? '').trim() || defaultPrompt(slot)
  return { intentId: slot.name, text, form: formOf(slot, open.offered) }
}

function actionQuestion(run: Run): Omit<Question, 'again'> | undefined {
  const step = stepOf(run)
  if (!step || !('action' in step)) return undefined
  const text = filledText(run, step.confirm ?? '').trim() || 'Shall I go ahead?'
  return { intentId: `action.${step.id ?? frameOf(run).step + 1}`, text, form: { kind: 'confirm' } }
}
