import { SegmentedControl, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/versions.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { VersionsFrame } from '../VersionsFrame.tsx'
import { useDraftName } from '../versions-data.ts'
import { type ComparisonSpan, comparisonSpans, defaultComparisonSpan } from '../versions-search.ts'

const { comparison: texts } = strings
const path = '/orgs/$org/agents/$agent/versions/comparison'
const dayMs = 86_400_000

type Row = Schema<'VersionUsage'>

/** How sessions went, by what answered them. */
export function ComparisonPage() {
  const agent = useAgent()
  const params = useRouteIds()
  const navigate = useNavigate()
  const { days = defaultComparisonSpan } = useSearch({ from: path })
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('usage', 'versions', days),
    queryFn: async ({ signal }) => {
      const start = new Date(Date.now() - Number(days) * dayMs).toISOString()
      return (await agent.api.get('/usage/versions', { query: { start }, signal })).data
    },
  })
  const columns = useColumns()
  return (
    <VersionsFrame>
      <Text size="sm" className="quiet">
        {texts.lead}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={texts.range}
        data={comparisonSpans.map((span) => ({ value: span, label: texts.days(Number(span)) }))}
        value={days}
        onChange={(chosen) =>
          void navigate({ to: path, params, search: { days: chosen as ComparisonSpan }, replace: true })
        }
        style={{ alignSelf: 'flex-start' }}
      />
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!error && (
        <DataTable
          label={texts.table}
          columns={columns}
          rows={data}
          rowId={({ version, draftId }) => draftId ?? String(version)}
          empty={<EmptyState icon={IconScale} title={texts.none} text={texts.noneText} />}
        />
      )}
    </VersionsFrame>
  )
}

function useColumns(): DataColumn<Row>[] {
  const draftName = useDraftName()
  const { columns: labels } = texts
  return [
    {
      id: 'key',
      label: labels.key,
      rowHeader: true,
      cell: ({ version, draftId }) =>
        draftId === undefined ? texts.version(version ?? 0) : texts.draft(draftName(draftId)),
    },
    { id: 'sessions', label: labels.sessions, cell: ({ sessions }) => strings.number(sessions) },
    { id: 'goals', label: labels.goals, cell: ({ goalsReached, sessions }) => texts.share(goalsReached, sessions) },
    { id: 'unanswered', label: labels.unanswered, cell: ({ unanswered }) => strings.number(unanswered) },
    { id: 'errors', label: labels.errors, cell: ({ errors }) => strings.number(errors) },
    {
      id: 'cost',
      label: labels.cost,
      wide: true,
      cell: ({ cost }) => cost && `${cost.amount.toFixed(4)} ${cost.currency}`,
    },
  ]
}
