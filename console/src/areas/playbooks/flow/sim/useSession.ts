import { useEffect, useState } from 'react'
import type { Studio } from '../useStudio.ts'
import { opened, replied, type Session } from './session.ts'
import { stageOf } from './stage.ts'
import type { Trial } from './trial.ts'

/** A conversation with the flow. It begins anew when the flow is edited, or the world is another. */
export function useSession(studio: Studio, setTrial: (trial: Trial) => void) {
  const [known, setKnown] = useState(false)
  const [toolsSucceed, setToolsSucceed] = useState(true)
  const { graph } = studio.document
  const begin = () => opened(stageOf(studio, { known, toolsSucceed }))
  const [session, setSession] = useState<Session>(begin)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the conversation depends on
  useEffect(() => setSession(begin()), [graph, known, toolsSucceed, studio.parts])
  useEffect(() => {
    const { passed: fresh, walked: passed, waitsAt } = session
    setTrial({ passed, fresh, ...(waitsAt !== undefined && { waitsAt }) })
  }, [session, setTrial])
  return {
    session,
    known,
    setKnown,
    toolsSucceed,
    setToolsSucceed,
    restart: () => setSession(begin()),
    say: (text: string, picked?: string[]) =>
      setSession(replied(session, text, picked, stageOf(studio, { known, toolsSucceed }))),
  }
}
