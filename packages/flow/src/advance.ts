import { answerConfirm, applyConfirmation } from './answers/confirm.ts'
import { prefillSlots } from './answers/prefill.ts'
import { answerSlot, answerSlotFromModel, type PersonReply } from './answers/slot.ts'
import { askAfterFailure, buildSlotToRead } from './answers/unclear.ts'
import type {
  AdvanceResult,
  FlowChoice,
  FlowInput,
  FlowRequest,
  FlowState,
  FlowWorld,
  ModelReading,
  OpenQuestion,
  PendingRequest,
} from './engine.ts'
import { askQuestion, buildQuestion, repeatQuestion } from './question.ts'
import { readYesNo } from './read/index.ts'
import { endBecauseMissing, type FlowRun, findSlot, flowEnded, getFlow, getFrame, getStep, setPending } from './run.ts'
import { selectUsableChoices } from './slots/choices.ts'
import { isFlowState } from './state.ts'
import { applyActionResult, requestAction } from './steps/action.ts'
import { handleNoChoices, requestChoices } from './steps/collect.ts'
import { completeFlow } from './steps/end.ts'
import { runStep } from './steps/index.ts'

/** Advances a flow until it needs input. Never throws and never loops forever. */
export function advance(state: FlowState | undefined, input: FlowInput, world: FlowWorld): AdvanceResult {
  const run = createRun(state, input, world)
  const need = run ? (checkFlowsExist(run) ?? applyInput(run, input) ?? runUntilRequest(run)) : flowEnded
  return run ? toAdvanceResult(run, need) : { effects: [], request: need, trace: [] }
}

function createRun(state: FlowState | undefined, input: FlowInput, world: FlowWorld): FlowRun | undefined {
  const fresh = { world, effects: [], trace: [], passed: [], spent: 0, learnt: {} }
  if (input.kind === 'start') return { ...fresh, frames: [{ playbookId: input.playbookId, step: 0, slots: {} }] }
  if (!isFlowState(state)) return undefined
  const { frames, spent = 0, learnt = {}, locationId } = state
  const chosen = locationId !== undefined && { locationId }
  return { ...fresh, frames: [...frames], ...chosen, ...(input.kind !== 'reply' && { spent, learnt }) }
}

/** The flow may have been edited while a person was in it. */
function checkFlowsExist(run: FlowRun): FlowRequest | undefined {
  const isThere = run.frames.every(({ playbookId, step }) => step < (run.world.flowOf(playbookId)?.steps.length ?? 0))
  return isThere ? undefined : endBecauseMissing(run, 'the flow')
}

function runUntilRequest(run: FlowRun): FlowRequest {
  for (;;) {
    const need = runCurrentStep(run)
    if (need) return need
  }
}

function runCurrentStep(run: FlowRun): FlowRequest | undefined {
  if (!getFlow(run)) return endBecauseMissing(run, `the flow of ${getFrame(run).playbookId}`)
  const step = getStep(run)
  if (step) run.passed.push({ playbookId: getFrame(run).playbookId, step: getFrame(run).step })
  if (step) return runStep(run, step)
  run.world.observer?.runOut?.(getFrame(run).playbookId)
  return completeFlow(run)
}

function toAdvanceResult(run: FlowRun, needs: FlowRequest): AdvanceResult {
  const { effects, trace, passed, stoppedAt } = run
  const isDone = needs.kind === 'over' || needs.kind === 'handoff'
  return {
    ...(isDone ? { slots: { ...getFrame(run).slots, ...getFrame(run).results } } : { state: toFlowState(run) }),
    effects,
    request: needs,
    trace,
    ...(passed.length > 0 && { passed }),
    ...(stoppedAt && { stoppedAt }),
  }
}

function toFlowState({ frames, spent, learnt, locationId }: FlowRun): FlowState {
  return {
    frames,
    ...(spent > 0 && { spent }),
    ...(Object.keys(learnt).length > 0 && { learnt }),
    ...(locationId !== undefined && { locationId }),
  }
}

/** Applies an input. Returns undefined when the flow can continue at once. */
function applyInput(run: FlowRun, input: FlowInput): FlowRequest | undefined {
  if (input.kind === 'start') {
    prefillSlots(run, input.text ?? '')
    return undefined
  }
  const { awaits: awaited } = getFrame(run)
  if (!awaited) return undefined
  if (input.kind === 'reply') return applyReply(run, awaited, input)
  if (input.kind === 'acted' && awaited.kind === 'action')
    return clearPendingIfDone(run, applyActionResult(run, input.ok, input.result))
  if (input.kind === 'choices' && awaited.kind === 'choices') return applyChoices(run, awaited.slot, input.choices)
  if (input.kind === 'read' && awaited.kind === 'reading') return applyReading(run, awaited, input.reading)
  return repeatRequest(run, awaited)
}

/** Accepts an answer even if the flow was edited meanwhile; repeats a pending request for an action or choices. */
function applyReply(run: FlowRun, awaited: PendingRequest, reply: PersonReply): FlowRequest | undefined {
  const open = awaited.kind === 'reading' ? awaited.open : awaited
  if (open.kind === 'action' || open.kind === 'choices') return repeatRequest(run, open)
  return clearPendingIfDone(run, open.kind === 'slot' ? answerSlot(run, open, reply) : answerConfirm(run, open, reply))
}

function clearPendingIfDone(run: FlowRun, need: FlowRequest | undefined): FlowRequest | undefined {
  if (!need) setPending(run, undefined)
  return need
}

function applyChoices(run: FlowRun, name: string, choices: readonly FlowChoice[]): FlowRequest | undefined {
  const slot = findSlot(run, name)
  if (!slot) return endBecauseMissing(run, name)
  const offered = selectUsableChoices(choices)
  return offered
    ? askQuestion(run, { kind: 'slot', slot: name, offered })
    : clearPendingIfDone(run, handleNoChoices(run, slot))
}

type PendingReading = Extract<PendingRequest, { kind: 'reading' }>

function applyReading(run: FlowRun, { open, text }: PendingReading, reading: ModelReading): FlowRequest | undefined {
  setPending(run, open)
  if (reading.kind === 'value') return clearPendingIfDone(run, applyModelValue(run, open, reading.value))
  const isDigression = reading.kind === 'digression' && getFlow(run)?.allowDigressions === true
  if (!isDigression) return clearPendingIfDone(run, askAfterFailure(run, open))
  run.trace.push('digression')
  return { kind: 'digression', text }
}

function applyModelValue(
  run: FlowRun,
  open: OpenQuestion,
  value: Extract<ModelReading, { kind: 'value' }>['value'],
): FlowRequest | undefined {
  if (open.kind === 'slot') return answerSlotFromModel(run, open, value)
  const answer = typeof value === 'boolean' ? value : readYesNo(String(value))
  return answer === undefined
    ? askAfterFailure(run, open)
    : applyConfirmation(run, open, answer === true || answer === 'yes')
}

/** Repeats the pending request after a digression, or after an unexpected input: only a turn is lost. */
function repeatRequest(run: FlowRun, awaited: PendingRequest): FlowRequest | undefined {
  if (awaited.kind === 'action') {
    const step = getStep(run)
    return step && 'action' in step ? requestAction(run, step) : clearPendingIfDone(run, undefined)
  }
  if (awaited.kind === 'choices') {
    const slot = findSlot(run, awaited.slot)
    if (!slot) return endBecauseMissing(run, awaited.slot)
    return slot.source === undefined ? clearPendingIfDone(run, undefined) : requestChoices(run, slot, slot.source)
  }
  if (awaited.kind !== 'reading') return repeatQuestion(run, awaited, { isFailure: false })
  const question = buildQuestion(run, awaited.open)
  if (!question) return endBecauseMissing(run, 'the question')
  return { kind: 'reading', slot: buildSlotToRead(run, awaited.open), question: question.text, text: awaited.text }
}
