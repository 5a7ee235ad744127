import type { FlowQuestion, FlowRequest, OpenQuestion } from './engine.ts'
import { fillText, neutralizeMarkers } from './fill.ts'
import { endBecauseMissing, type FlowRun, findSlot, getFrame, getStep, updateFrame } from './run.ts'
import { chooseQuestionForm } from './slots/choices.ts'
import { defaultPrompt } from './slots/wording.ts'

export function askQuestion(run: FlowRun, open: OpenQuestion): FlowRequest {
  return pushQuestion(run, open, { asked: undefined, isAgain: false })
}

/** A repetition after a digression does not count as a failure. */
export function repeatQuestion(run: FlowRun, open: OpenQuestion, { isFailure }: { isFailure: boolean }): FlowRequest {
  const { asked: before } = getFrame(run)
  return pushQuestion(run, open, { asked: isFailure ? (before ?? 0) + 1 : before, isAgain: true })
}

function pushQuestion(
  run: FlowRun,
  open: OpenQuestion,
  how: { asked: number | undefined; isAgain: boolean },
): FlowRequest {
  const question = buildQuestion(run, open)
  if (!question) return endBecauseMissing(run, 'the question')
  updateFrame(run, { awaits: open, asked: how.asked })
  run.effects.push({ kind: 'ask', question: { ...question, again: how.isAgain } })
  run.trace.push(`ask ${question.intentId}${how.isAgain ? ' again' : ''}`)
  return { kind: 'reply' }
}

/** Returns undefined if the flow no longer has the slot or action. */
export function buildQuestion(run: FlowRun, open: OpenQuestion): Omit<FlowQuestion, 'again'> | undefined {
  if (open.kind === 'confirmAction') return buildActionQuestion(run)
  const slot = findSlot(run, open.slot)
  if (!slot) return undefined
  if (open.kind === 'confirmSlot') {
    const text = `You said ${neutralizeMarkers(open.label)}, is that right?`
    return { intentId: `${slot.name}.confirm`, text, form: { kind: 'confirm' } }
  }
  const text = fillText(run, slot.prompt ?? '').trim() || defaultPrompt(slot)
  return { intentId: slot.name, text, form: chooseQuestionForm(slot, open.offered) }
}

function buildActionQuestion(run: FlowRun): Omit<FlowQuestion, 'again'> | undefined {
  const step = getStep(run)
  if (!step || !('action' in step)) return undefined
  const text = fillText(run, step.confirm ?? '').trim() || 'Shall I go ahead?'
  return { intentId: `action.${step.id ?? getFrame(run).step + 1}`, text, form: { kind: 'confirm' } }
}
