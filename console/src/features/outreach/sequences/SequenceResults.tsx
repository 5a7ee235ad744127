import { Fieldset, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { strings } from '#i18n/sequences.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { type Departure, explainEnrollment, listDepartures } from './departures.ts'
import type { SequenceReport } from './sequence-form.ts'

const { report: texts } = strings
const totals = ['people', 'active', 'completed', 'replied', 'goal', 'failed'] as const

const columns: DataColumn<Departure>[] = [
  { id: 'reason', label: texts.reason, cell: ({ state, reason }) => explainEnrollment(state, reason) },
  { id: 'count', label: texts.count, cell: ({ people }) => strings.number(people), align: 'right' },
]

type Props = { sequenceId: string; report: SequenceReport | undefined }

/** How many people entered, where they are, and why others left, each reason with its people. */
export function SequenceResults({ sequenceId, report }: Props) {
  const routeIds = useRouteIds()
  if (!report) return null
  return (
    <Fieldset legend={texts.title}>
      <Stack>
        <SimpleGrid cols={{ base: 2, xs: 3, md: 2 }} spacing="xs">
          {totals.map((name) => (
            <Paper key={name} withBorder p="sm">
              <Text size="xl" fw={600} lh={1.1}>
                {strings.number(report[name])}
              </Text>
              <Text size="sm" className="quiet">
                {texts[name]}
              </Text>
            </Paper>
          ))}
        </SimpleGrid>
        <Text fw={600}>{texts.left}</Text>
        <DataTable
          label={texts.left}
          columns={columns}
          rows={listDepartures(report)}
          rowId={({ state, reason }) => `${state} ${reason}`}
          linkOf={({ state, reason }) => ({
            to: '/orgs/$org/agents/$agent/outreach/sequences/$sequenceId',
            params: { ...routeIds, sequenceId },
            search: { tab: 'people', state, reason },
          })}
          empty={<Text size="sm">{texts.nobody}</Text>}
        />
      </Stack>
    </Fieldset>
  )
}
