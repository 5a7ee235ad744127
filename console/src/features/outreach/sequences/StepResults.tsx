import { Group, Text } from '@mantine/core'
import { strings } from '#i18n/sequences.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import type { SequenceReport } from './sequence-form.ts'

const { report: texts } = strings

type Props = { sequenceId: string; stepId: string; results: SequenceReport['steps'][number] | undefined }

/** How many people stand at the step, as a link to them, and what became of those who have passed it. */
export function StepResults({ sequenceId, stepId, results }: Props) {
  const routeIds = useRouteIds()
  if (!results || results.people === 0) {
    return (
      <Text size="sm" className="quiet">
        {texts.none}
      </Text>
    )
  }
  const { people, waiting, sent, skipped, failed, tapped } = results
  const parts = [
    texts.passed(people - waiting),
    texts.sent(sent),
    ...(skipped > 0 ? [texts.skipped(skipped)] : []),
    ...(failed > 0 ? [texts.failedCount(failed)] : []),
    ...(tapped > 0 ? [texts.tapped(tapped)] : []),
  ]
  return (
    <Group gap={6}>
      {waiting === 0 ? (
        <Text size="sm">{texts.waiting(0)}</Text>
      ) : (
        <AnchorLink
          size="sm"
          to="/orgs/$org/agents/$agent/outreach/sequences/$sequenceId"
          params={{ ...routeIds, sequenceId }}
          search={{ tab: 'people', step: stepId }}
        >
          {texts.waiting(waiting)}
        </AnchorLink>
      )}
      <Text size="sm">{parts.join(' · ')}</Text>
    </Group>
  )
}
