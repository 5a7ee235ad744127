import type { FlowFrame, VerificationFinding, VerifierTurn } from '@parley/flow'
import { replyToSimulation, type SimulationSession, type SimulationWorld, startSimulation } from './simulation.ts'
import { stranger } from './simulation-world.ts'

export type PlayableCounterexample = VerificationFinding['counterexample']

/** A person and tools that the counterexample needs. */
export function applyCounterexample(
  world: SimulationWorld,
  { stubs = {}, person = {} }: PlayableCounterexample,
): SimulationWorld {
  return { ...world, stubs, toolsSucceed: true, person: { ...stranger, ...(person as SimulationWorld['person']) } }
}

/** Holds the conversation of a counterexample with the engine, in the world that `applyCounterexample` makes. */
export function playCounterexample({ turns }: PlayableCounterexample, world: SimulationWorld): SimulationSession {
  const [first, ...others] = turns
  let session = startSimulation(world, typeof first === 'string' ? first : undefined)
  for (const turn of others) {
    if (session.isOver) break
    const { text, picked } = resolveTurn(turn, session.state?.frames.at(-1))
    session = replyToSimulation(session, text, picked, world)
  }
  return session
}

function resolveTurn(turn: VerifierTurn, frame: FlowFrame | undefined): { text: string; picked?: string[] } {
  if (typeof turn === 'string') return { text: turn }
  if ('confirm' in turn) return { text: turn.fallback, picked: [turn.confirm ? 'yes' : 'no'] }
  const { awaits } = frame ?? {}
  const offered = awaits?.kind === 'slot' ? (awaits.offered ?? []) : []
  // The choices of a source are the agent's own here: any of them stands for the one that the search assumed.
  const choice = 'slot' in turn ? offered[turn.slot] : (offered.find(({ label }) => label === turn.chip) ?? offered[0])
  return choice ? { text: choice.label, picked: [choice.id] } : { text: turn.fallback }
}
