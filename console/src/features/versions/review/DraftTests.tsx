import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { strings } from '#i18n/versions.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { StartRun } from '../../tests/runs/StartRun.tsx'
import { type TestRun, useRuns } from '../../tests/shared/test-data.ts'
import { testPaths } from '../../tests/shared/test-paths.ts'
import type { Draft } from '../versions-data.ts'
import { useDraftEdits } from './DraftEdits.tsx'
import { SidePart } from './SidePart.tsx'

const { tests: texts } = strings

/** The newest test run of a draft. */
export function DraftTests({ draft }: { draft: Draft }) {
  const canWrite = useCan('editor')
  const [starts, { open, close }] = useDisclosure()
  const run = useRuns({}).rows?.find(({ draftId }) => draftId === draft.id)
  const lastEdit = useDraftEdits(draft.id).rows?.[0]
  const action = canWrite && (
    <Button size="xs" variant="default" onClick={open}>
      {texts.run}
    </Button>
  )
  return (
    <SidePart title={texts.title} action={action}>
      {run ? (
        <RunSummary run={run} isStale={lastEdit !== undefined && lastEdit.at > run.createdAt} />
      ) : (
        <Text size="sm">{texts.none}</Text>
      )}
      {starts && <StartRun draftId={draft.id} onClose={close} />}
    </SidePart>
  )
}

function RunSummary({ run, isStale }: { run: TestRun; isStale: boolean }) {
  const params = useRouteIds()
  const { passed, failed, errored, total } = run.counts
  return (
    <>
      <Group gap="xs">
        <StatusBadge status={run.status} label={texts.statuses[run.status] ?? run.status} />
        <Timestamp at={run.createdAt} />
      </Group>
      <Text size="sm" fw={600}>
        {texts.passed(passed, total)}
      </Text>
      {failed + errored > 0 && (
        <Text size="sm">
          {[failed > 0 && texts.failed(failed), errored > 0 && texts.errored(errored)].filter(Boolean).join(', ')}
        </Text>
      )}
      {isStale && <Text size="sm">{texts.stale}</Text>}
      <AnchorLink size="sm" to={testPaths.run} params={{ ...params, runId: run.id }}>
        {texts.open}
      </AnchorLink>
    </>
  )
}
