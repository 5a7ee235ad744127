import type { CaseChannel } from '@parley/testcase'
import { useMemo } from 'react'
import { strings } from '#i18n/tests.ts'
import { useAgent } from '../../../app/current-org.ts'
import { HandsetView } from '../../../components/handset/HandsetView.tsx'
import { type TestResult, useSuite } from '../shared/test-data.ts'
import { buildPinnedBubbles } from './result-transcript.ts'

/** What was said, as the channel shows it. */
export function Transcript({ result }: { result: TestResult }) {
  const agent = useAgent()
  const suite = useSuite(result.suiteId)
  const channel: CaseChannel = result.caseSnapshot.scenario?.channel ?? suite.data?.channel ?? 'rcs'
  const bubbles = useMemo(() => buildPinnedBubbles(result, channel), [result, channel])
  return (
    <HandsetView
      title={agent.name}
      channel={channel}
      bubbles={bubbles}
      label={strings.result.transcript}
      hint={strings.result.empty}
    />
  )
}
