import { Badge, Group, Progress, Stack, Text } from '@mantine/core'
import { IconBroadcast, IconPlus } from '@tabler/icons-react'
import { strings } from '#i18n/campaigns.ts'
import { useList } from '../../api/paged-list.ts'
import { useAgent, useCan, useRouteIds } from '../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../components/DataTable.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { EmptyState, ErrorAlert } from '../../components/PageStates.tsx'
import { StatusBadge } from '../../components/StatusBadge.tsx'
import { Timestamp } from '../../components/Timestamp.tsx'
import { useOutreaches } from '../outreach/shared/outreach-config.ts'
import { type Campaign, countProcessed, displayedStatusOf } from './campaign.ts'

const { columns: texts } = strings
const routeId = '/orgs/$org/agents/$agent/campaigns'

export function CampaignsPage() {
  const agent = useAgent()
  const routeIds = useRouteIds()
  const add = useCan('editor') && (
    <ButtonLink to={`${routeId}/new`} params={routeIds} leftSection={<IconPlus size={16} aria-hidden />}>
      {strings.new}
    </ButtonLink>
  )
  const list = useList(
    agent.key('campaign-list'),
    (page, signal) => agent.api.get('/campaigns', { query: { limit: 50, ...page }, signal }),
    { refetchInterval: 5_000 },
  )
  const columns = useColumns()
  return (
    <PageLayout title={strings.title} lead={strings.lead} actions={list.rows?.length ? add : undefined}>
      {list.error ? (
        <ErrorAlert error={list.error} retry={list.refetch} />
      ) : (
        <DataTable
          label={strings.table}
          columns={columns}
          rows={list.rows}
          rowId={({ id }) => id}
          more={list.more}
          linkOf={({ id }) => ({ to: `${routeId}/$campaignId`, params: { ...routeIds, campaignId: id } })}
          empty={<EmptyState icon={IconBroadcast} title={strings.emptyTitle} text={strings.emptyText} action={add} />}
        />
      )}
    </PageLayout>
  )
}

function useColumns(): DataColumn<Campaign>[] {
  const outreaches = useOutreaches().data
  return [
    {
      id: 'name',
      label: texts.name,
      cell: ({ name, test }) => (
        <Group gap={6} component="span">
          {name}
          {test && (
            <Badge component="span" variant="default" size="sm" tt="none">
              {strings.rehearsal}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      id: 'status',
      label: texts.status,
      cell: (campaign) => {
        const status = displayedStatusOf(campaign)
        return <StatusBadge status={status} label={strings.statuses[status]} />
      },
    },
    {
      id: 'outreach',
      label: texts.outreach,
      cell: ({ outreachId }) => outreaches?.find(({ id }) => id === outreachId)?.name ?? outreachId,
      wide: true,
    },
    { id: 'progress', label: texts.progress, cell: (campaign) => <ProgressCell campaign={campaign} /> },
    { id: 'changed', label: texts.changed, cell: ({ updatedAt }) => <Timestamp at={updatedAt} />, wide: true },
  ]
}

function ProgressCell({ campaign }: { campaign: Campaign }) {
  const { sendable } = campaign.counts
  if (campaign.status === 'draft') return <span className="quiet">{strings.notStaged}</span>
  const done = campaign.status === 'staged' ? 0 : countProcessed(campaign)
  const label = strings.progress(done, sendable)
  return (
    <Stack gap={2} miw={100} maw={200}>
      <Text size="sm">{label}</Text>
      <Progress value={sendable === 0 ? 0 : (done / sendable) * 100} size="sm" aria-label={label} />
    </Stack>
  )
}
