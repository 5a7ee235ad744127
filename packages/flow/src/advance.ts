import { applyInput } from './apply-input.ts'
import type { AdvanceResult, FlowInput, FlowRequest, FlowState, FlowWorld } from './engine.ts'
import { endBecauseMissing, type FlowRun, flowEnded, getFlow, getFrame, getStep } from './run.ts'
import { isFlowState } from './state.ts'
import { completeFlow } from './steps/end.ts'
import { runStep } from './steps/index.ts'

/** Plays a flow on until it needs something. Never throws, and never goes on by itself for ever. */
export function advance(state: FlowState | undefined, input: FlowInput, world: FlowWorld): AdvanceResult {
  const run = createRun(state, input, world)
  const need = run ? (checkFlowsExist(run) ?? applyInput(run, input) ?? runUntilRequest(run)) : flowEnded
  return run ? toAdvanceResult(run, need) : { effects: [], request: need, trace: [] }
}

function createRun(state: FlowState | undefined, input: FlowInput, world: FlowWorld): FlowRun | undefined {
  const fresh = { world, effects: [], trace: [], passed: [], spent: 0, learnt: {} }
  if (input.kind === 'start') return { ...fresh, frames: [{ playbookId: input.playbookId, step: 0, slots: {} }] }
  if (!isFlowState(state)) return undefined
  const { frames, spent = 0, learnt = {} } = state
  return { ...fresh, frames: [...frames], ...(input.kind !== 'reply' && { spent, learnt }) }
}

/** The flow was edited while somebody was in it. */
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
  return step ? runStep(run, step) : completeFlow(run)
}

function toAdvanceResult(run: FlowRun, needs: FlowRequest): AdvanceResult {
  const { effects, trace, passed, stoppedAt } = run
  const isDone = needs.kind === 'over' || needs.kind === 'handoff'
  return {
    ...(isDone ? { slots: getFrame(run).slots } : { state: toFlowState(run) }),
    effects,
    request: needs,
    trace,
    ...(passed.length > 0 && { passed }),
    ...(stoppedAt && { stoppedAt }),
  }
}

function toFlowState({ frames, spent, learnt }: FlowRun): FlowState {
  return { frames, ...(spent > 0 && { spent }), ...(Object.keys(learnt).length > 0 && { learnt }) }
}
