import { Button, Group, Select, Stack } from '@mantine/core'
import { exclusionReasons, recipientStates } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import { IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/campaigns.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { PersonLink } from '../../outreach/shared/PersonPicker.tsx'
import { reasonText } from '../../outreach/shared/ReasonText.tsx'
import { type Campaign, isCampaignOver } from '../campaign.ts'
import type { RecipientFilter } from '../campaign-search.ts'
import { PersonPreview } from '../checks/RecipientPreviews.tsx'

const { recipients: texts, counters } = strings

/** Explains an exclusion, whether staging or the send reported it. */
export const describeExclusion = (reason: string): string => strings.exclusionHints[reason] ?? reasonText(reason)

type RecipientsProps = { campaign: Campaign; filter: RecipientFilter; onFilter: (filter: RecipientFilter) => void }

/** Recipients and excluded people, filtered by state and reason. */
export function Recipients({ campaign, filter, onFilter }: RecipientsProps) {
  const isLive = campaign.status === 'running'
  const { rows, error, refetch, more } = useRecipients(campaign.id, filter, isLive ? 5_000 : undefined)
  const [previewed, setPreviewed] = useState<string>()
  const columns = useColumns(isCampaignOver(campaign) ? undefined : setPreviewed)
  if (error) return <ErrorAlert error={error} retry={refetch} />
  return (
    <Stack>
      <Filters filter={filter} onFilter={onFilter} />
      <DataTable
        label={texts.table}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        more={more}
        empty={
          <EmptyState
            icon={IconUsers}
            title={texts.emptyTitle}
            text={campaign.status === 'draft' ? texts.draft : texts.emptyText}
          />
        }
      />
      {previewed && (
        <Dialog onClose={() => setPreviewed(undefined)} title={texts.preview} size="sm" zIndex={300}>
          <PersonPreview campaignId={campaign.id} personId={previewed} />
        </Dialog>
      )}
    </Stack>
  )
}

function Filters({ filter: { state, reason }, onFilter }: Omit<RecipientsProps, 'campaign'>) {
  const shared = { clearable: true, clearButtonProps: { 'aria-label': texts.any }, placeholder: texts.any }
  const known = exclusionReasons.map((value) => ({ value, label: strings.exclusions[value] ?? value }))
  const isKnown = !reason || known.some(({ value }) => value === reason)
  return (
    <Group gap="xs">
      <Select
        label={texts.state}
        data={recipientStates.map((value) => ({ value, label: counters[value] }))}
        value={state ?? null}
        onChange={(chosen) => onFilter({ reason, ...(chosen && { state: chosen as typeof state }) })}
        w={180}
        {...shared}
      />
      <Select
        label={texts.reason}
        data={isKnown ? known : [...known, { value: reason, label: describeExclusion(reason) }]}
        value={reason ?? null}
        onChange={(chosen) => onFilter({ state, ...(chosen && { reason: chosen }) })}
        w={{ base: '100%', xs: 280 }}
        searchable
        {...shared}
      />
    </Group>
  )
}

function useColumns(onPreview: ((personId: string) => void) | undefined): DataColumn<CampaignRecipient>[] {
  const routeIds = useRouteIds()
  return [
    { id: 'person', label: texts.person, cell: ({ personId }) => <RecipientName personId={personId} /> },
    {
      id: 'state',
      label: texts.state,
      cell: ({ state }) => <StatusBadge status={state} label={counters[state]} />,
    },
    { id: 'reason', label: texts.reason, cell: ({ reason }) => reason && describeExclusion(reason), wide: true },
    {
      id: 'send',
      label: texts.send,
      cell: ({ sendId, personId }) => {
        if (sendId && !personId.startsWith('psn')) {
          return (
            <AnchorLink to="/orgs/$org/agents/$agent/outreach/sends/$sendId" params={{ ...routeIds, sendId }} size="sm">
              {texts.open}
            </AnchorLink>
          )
        }
        return onPreview ? (
          <Button size="compact-xs" variant="default" onClick={() => onPreview(personId)}>
            {texts.preview}
          </Button>
        ) : null
      },
    },
  ]
}

function RecipientName({ personId }: { personId: string }) {
  const routeIds = useRouteIds()
  if (personId.startsWith('psn')) return <PersonLink personId={personId} />
  return (
    <AnchorLink to="/orgs/$org/agents/$agent/people/$personId" params={{ ...routeIds, personId }} size="sm">
      <PersonLink personId={personId} />
    </AnchorLink>
  )
}

type CampaignRecipient = Schema<'CampaignRecipient'>

function useRecipients(campaignId: string, { state, reason }: RecipientFilter, refetchInterval?: number) {
  const agent = useAgent()
  const query = useInfiniteQuery({
    queryKey: agent.key('recipients', campaignId, { state, reason }),
    queryFn: ({ pageParam: startingAfter, signal }) =>
      agent.api.get('/campaigns/{campaignId}/recipients', {
        path: { campaignId },
        query: {
          limit: 25,
          ...(state && { state }),
          ...(reason && { reason }),
          ...(startingAfter && { startingAfter }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
    ...(refetchInterval && { refetchInterval }),
  })
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data), [query.data])
  const { hasNextPage: has, isFetchingNextPage: loading, fetchNextPage } = query
  return { rows, error: query.error, refetch: query.refetch, more: { has, loading, load: () => void fetchNextPage() } }
}
