import { Badge, Group, Text } from '@mantine/core'
import { words } from '#words/tests.ts'
import { usePlace } from '../../../app/org.ts'
import { AnchorLink } from '../../../parts/links.tsx'
import { to } from '../shared/place.ts'
import type { Run } from '../shared/reads.ts'

const { run: said } = words

/** What is other than in the run that it is compared with. */
export function RunDiff({ run: { diff } }: { run: Run }) {
  const place = usePlace()
  if (!diff) return null
  const { newlyFailing, newlyPassing, stillFailing, against } = diff
  const nothing = newlyFailing.length + newlyPassing.length + stillFailing.length === 0
  return (
    <Group gap="xs" role="group" aria-label={said.diffTitle}>
      {newlyFailing.length > 0 && <Change color="red" says={said.newlyFailing(newlyFailing.length)} />}
      {stillFailing.length > 0 && <Change color="orange" says={said.stillFailing(stillFailing.length)} />}
      {newlyPassing.length > 0 && <Change color="green" says={said.newlyPassing(newlyPassing.length)} />}
      {nothing && <Text size="sm">{said.noChange}</Text>}
      <Text size="sm" className="quiet">
        {said.against}{' '}
        <AnchorLink to={to.run} params={{ ...place, runId: against }} size="sm" underline="always">
          {said.thatRun}
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
