import type { CaseChannel } from '@parley/testcase'
import { useMemo } from 'react'
import { words } from '#words/tests.ts'
import { useAgent } from '../../../app/org.ts'
import { Handset } from '../../../parts/handset/Handset.tsx'
import { type Result, useSuite } from '../shared/reads.ts'
import { bubblesWithPins } from './said.ts'

/** What was said, as the channel shows it. */
export function Transcript({ result }: { result: Result }) {
  const agent = useAgent()
  const suite = useSuite(result.suiteId)
  const channel: CaseChannel = result.caseSnapshot.scenario?.channel ?? suite.data?.channel ?? 'rcs'
  const bubbles = useMemo(() => bubblesWithPins(result, channel), [result, channel])
  return (
    <Handset
      title={agent.name}
      channel={channel}
      bubbles={bubbles}
      label={words.result.transcript}
      hint={words.result.empty}
    />
  )
}
