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
  const empty = { world, effects: [], trace: [] }
  if (input.kind === 'start') {
    return { ...empty, frames: [{ playbookId: input.playbookId, step: 0, slots: {} }], spent: 0 }
  }
  if (!isState(state)) return undefined
  return { ...empty, frames: [...state.frames], spent: input.kind === 'reply' ? 0 : (state.spent ?? 0) }
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
  return step ? workOn(run, step) : complete(run)
}

function result(run: Run, needs: FlowNeed): Advanced {
  const { frames, effects, trace, spent, stoppedAt } = run
  const isDone = needs.kind === 'over' || needs.kind === 'handoff'
  return {
    ...(isDone ? { slots: frames.at(-1)?.slots ?? {} } : { state: { frames, ...(spent > 0 && { spent }) } }),
    effects,
    needs,
    trace,
    ...(stoppedAt && { stoppedAt }),
  }
}
