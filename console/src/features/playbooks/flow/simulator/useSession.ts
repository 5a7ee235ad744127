import { useEffect, useState } from 'react'
import type { FlowEditorState } from '../useFlowEditor.ts'
import type { SimulationHighlight } from './highlight.ts'
import { replyToSimulation, type SimulationSession, startSimulation } from './simulation.ts'
import { createSimulationWorld } from './simulation-world.ts'

/** A conversation with the flow. It begins anew when the flow is edited, or the world is another. */
export function useSimulation(studio: FlowEditorState, setTrial: (trial: SimulationHighlight) => void) {
  const [known, setKnown] = useState(false)
  const [toolsSucceed, setToolsSucceed] = useState(true)
  const { graph } = studio.document
  const begin = () => startSimulation(createSimulationWorld(studio, { known, toolsSucceed }))
  const [session, setSession] = useState<SimulationSession>(begin)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the conversation depends on
  useEffect(() => setSession(begin()), [graph, known, toolsSucceed, studio.contentData])
  useEffect(() => {
    const { passed: fresh, visited: passed, waitingAt } = session
    setTrial({ passed, latest: fresh, ...(waitingAt !== undefined && { waitingAt }) })
  }, [session, setTrial])
  return {
    session,
    known,
    setKnown,
    toolsSucceed,
    setToolsSucceed,
    restart: () => setSession(begin()),
    say: (text: string, picked?: string[]) =>
      setSession(replyToSimulation(session, text, picked, createSimulationWorld(studio, { known, toolsSucceed }))),
  }
}
