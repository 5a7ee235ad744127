import { Badge, Group, Text } from '@mantine/core'
import { strings } from '#i18n/tests.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import type { TestRun } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'

const { run: runDiffTexts } = strings

/** What is other than in the run that it is compared with. */
export function RunDiff({ run: { diff } }: { run: TestRun }) {
  const routeIds = useRouteIds()
  if (!diff) return null
  const { newlyFailing, newlyPassing, stillFailing, against } = diff
  const nothing = newlyFailing.length + newlyPassing.length + stillFailing.length === 0
  return (
    <Group gap="xs" role="group" aria-label={runDiffTexts.diffTitle}>
      {newlyFailing.length > 0 && <Change color="red" says={runDiffTexts.newlyFailing(newlyFailing.length)} />}
      {stillFailing.length > 0 && <Change color="orange" says={runDiffTexts.stillFailing(stillFailing.length)} />}
      {newlyPassing.length > 0 && <Change color="green" says={runDiffTexts.newlyPassing(newlyPassing.length)} />}
      {nothing && <Text size="sm">{runDiffTexts.noChange}</Text>}
      <Text size="sm" className="quiet">
        {runDiffTexts.against}{' '}
        <AnchorLink to={testPaths.run} params={{ ...routeIds, runId: against }} size="sm" underline="always">
          {runDiffTexts.thatRun}
        </AnchorLink>
      </Text>
    </Group>
  )
}

function Change({ color, says }: { color: string; says: string }) {
  return (
    <Badge variant="light" color={color} size="lg" tt="none" autoContrast={false}>
      {says}
    </Badge>
  )
}
