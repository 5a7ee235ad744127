import { Badge, Group, Progress, Stack, Text } from '@mantine/core'
import { IconBroadcast, IconPlus } from '@tabler/icons-react'
import { words } from '#words/campaigns.ts'
import { useList } from '../../api/pages.ts'
import { useAgent, useCan, usePlace } from '../../app/org.ts'
import { type Column, DataTable } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { Page } from '../../parts/Page.tsx'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { Trouble } from '../../parts/Trouble.tsx'
import { When } from '../../parts/When.tsx'
import { useOutreaches } from '../outreach/shared/configuration.ts'
import { type Campaign, doneOf } from './campaign.ts'

const { columns: said } = words
const at = '/orgs/$org/agents/$agent/campaigns'

export function CampaignsPage() {
  const agent = useAgent()
  const place = usePlace()
  const add = useCan('editor') && (
    <ButtonLink to={`${at}/new`} params={place} leftSection={<IconPlus size={16} aria-hidden />}>
      {words.new}
    </ButtonLink>
  )
  const list = useList(
    agent.key('campaign-list'),
    (page, signal) => agent.api.get('/campaigns', { query: { limit: 50, ...page }, signal }),
    { refetchInterval: 5_000 },
  )
  const columns = useColumns()
  return (
    <Page title={words.title} lead={words.lead} actions={list.rows?.length ? add : undefined}>
      {list.error ? (
        <Trouble error={list.error} retry={list.refetch} />
      ) : (
        <DataTable
          label={words.table}
          columns={columns}
          rows={list.rows}
          rowId={({ id }) => id}
          more={list.more}
          linkOf={({ id }) => ({ to: `${at}/$campaignId`, params: { ...place, campaignId: id } })}
          empty={<EmptyState icon={IconBroadcast} title={words.emptyTitle} text={words.emptyText} action={add} />}
        />
      )}
    </Page>
  )
}

function useColumns(): Column<Campaign>[] {
  const outreaches = useOutreaches().data
  return [
    {
      id: 'name',
      label: said.name,
      cell: ({ name, test }) => (
        <Group gap={6} component="span">
          {name}
          {test && (
            <Badge component="span" variant="default" size="sm" tt="none">
              {words.rehearsal}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      id: 'status',
      label: said.status,
      cell: ({ status }) => <StatusBadge status={status} label={words.statuses[status]} />,
    },
    {
      id: 'outreach',
      label: said.outreach,
      cell: ({ outreachId }) => outreaches?.find(({ id }) => id === outreachId)?.name ?? outreachId,
      wide: true,
    },
    { id: 'progress', label: said.progress, cell: (campaign) => <HowFar campaign={campaign} /> },
    { id: 'changed', label: said.changed, cell: ({ updatedAt }) => <When at={updatedAt} />, wide: true },
  ]
}

function HowFar({ campaign }: { campaign: Campaign }) {
  const { sendable } = campaign.counts
  if (campaign.status === 'draft') return <span className="quiet">{words.notStaged}</span>
  const done = campaign.status === 'staged' ? 0 : doneOf(campaign)
  const label = words.progress(done, sendable)
  return (
    <Stack gap={2} miw={100} maw={200}>
      <Text size="sm">{label}</Text>
      <Progress value={sendable === 0 ? 0 : (done / sendable) * 100} size="sm" aria-label={label} />
    </Stack>
  )
}
