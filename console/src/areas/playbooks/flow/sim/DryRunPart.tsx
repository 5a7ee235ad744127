import { Alert } from '@mantine/core'
import { dryRun } from '@parley/flow'
import { useMemo } from 'react'
import { words } from '#words/playbooks.ts'
import type { Studio } from '../useStudio.ts'
import { DryRunReport } from './DryRunReport.tsx'
import { stageOf } from './stage.ts'

/** The flow played with made-up answers: the first choice, yes to all, tools that succeed. */
export function DryRunPart({ studio, close }: { studio: Studio; close: () => void }) {
  const { document, playbookId } = studio
  // biome-ignore lint/correctness/useExhaustiveDependencies: played anew when the flow is another
  const run = useMemo(() => {
    const { flowOf, agent, now, timezone } = stageOf(studio, { known: false, toolsSucceed: true })
    return dryRun(document.flow, { flowOf, agent, person: () => undefined, now, timezone }, { playbookId })
  }, [document.graph])
  return (
    <Alert
      title={words.trial.dryTitle}
      withCloseButton
      onClose={close}
      closeButtonLabel={words.step.close}
      color="gray"
    >
      <DryRunReport run={run} />
    </Alert>
  )
}
