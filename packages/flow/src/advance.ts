import type { Advanced, FlowInput, FlowNeed, FlowState, FlowWorld } from './engine.ts'
import { heed } from './heed.ts'
import { flowOf, frameOf, gone, isOver, type Run, stepOf } from './run.ts'
import { isState } from './state.ts'
import { complete } from './steps/end.ts'
import { workOn } from './steps/index.ts'

/** Plays a flow on until it needs something. Never throws, and never goes on by itself for ever. */
export function advance(state: FlowState | undefined, input: FlowInput, world: FlowWorld): Advanced {
  const run = begun(state, input, world)
  const need = run ? (lost(run) ?? heed(run, input) ?? work(run)) : isOver
  return run ? result(run, need) : { effects: [], needs: need, trace: [] }
}

function begun(state: FlowState | undefined, input: FlowInput, world: FlowWorld): Run | undefined {
  const fresh = { world, effects: [], trace: [], passed: [], spent: 0, learnt: {} }
  if (input.kind === 'start') return { ...fresh, frames: [{ playbookId: input.playbookId, step: 0, slots: {} }] }
  if (!isState(state)) return undefined
  const { frames, spent = 0, learnt = {} } = state
  return { ...fresh, frames: [...frames], ...(input.kind !== 'reply' && { spent, learnt }) }
}

/** The flow was edited while somebody was in it. */
function lost(run: Run): FlowNeed | undefined {
  const isThere = run.frames.every(({ playbookId, step }) => step < (run.world.flowOf(playbookId)?.steps.length ?? 0))
  return isThere ? undefined : gone(run, 'the flow')
}

function work(run: Run): FlowNeed {
  for (;;) {
    const need = workOnce(run)
    if (need) return need
  }
}

function workOnce(run: Run): FlowNeed | undefined {
  if (!flowOf(run)) return gone(run, `the flow of ${frameOf(run).playbookId}`)
  const step = stepOf(run)
  if (step) run.passed.push({ playbookId: frameOf(run).playbookId, step: frameOf(run).step })
  return step ? workOn(run, step) : complete(run)
}

function result(run: Run, needs: FlowNeed): Advanced {
  const { effects, trace, passed, stoppedAt } = run
  const isDone = needs.kind === 'over' || needs.kind === 'handoff'
  return {
    ...(isDone ? { slots: frameOf(run).slots } : { state: stateOf(run) }),
    effects,
    needs,
    trace,
    ...(passed.length > 0 && { passed }),
    ...(stoppedAt && { stoppedAt }),
  }
}

function stateOf({ frames, spent, learnt }: Run): FlowState {
  return { frames, ...(spent > 0 && { spent }), ...(Object.keys(learnt).length > 0 && { learnt }) }
}
