import { Alert } from '@mantine/core'
import { dryRun } from '@parley/flow'
import { useMemo } from 'react'
import { strings } from '#i18n/playbooks.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'
import { FlowDryRunReport } from './FlowDryRunReport.tsx'
import { createSimulationWorld } from './simulation-world.ts'

/** The flow played with made-up answers: the first choice, yes to all, tools that succeed. */
export function DryRunPanel({ studio, close }: { studio: FlowEditorState; close: () => void }) {
  const { document, playbookId } = studio
  // biome-ignore lint/correctness/useExhaustiveDependencies: played anew when the flow is another
  const run = useMemo(() => {
    const { flowOf, agent, now, timezone } = createSimulationWorld(studio, { known: false, toolsSucceed: true })
    return dryRun(document.flow, { flowOf, agent, person: () => undefined, now, timezone }, { playbookId })
  }, [document.graph])
  return (
    <Alert
      title={strings.trial.dryTitle}
      withCloseButton
      onClose={close}
      closeButtonLabel={strings.step.close}
      color="gray"
    >
      <FlowDryRunReport run={run} />
    </Alert>
  )
}
