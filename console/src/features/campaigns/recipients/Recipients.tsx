import { Button, Group, Select, Stack } from '@mantine/core'
import { type Channel, channels } from '@parley/amf/channels'
import { exclusionReasons, recipientStates } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import { IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/campaigns.ts'
import { channelName } from '#i18n/channel-names.ts'
import { strings as experimentTexts } from '#i18n/experiments.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { useOutreaches } from '../../outreach/shared/outreach-config.ts'
import { PersonLink } from '../../outreach/shared/PersonPicker.tsx'
import { reasonText } from '../../outreach/shared/ReasonText.tsx'
import { type Campaign, isCampaignOver } from '../campaign.ts'
import type { RecipientFilter } from '../campaign-search.ts'
import { PersonPreview } from '../checks/RecipientPreviews.tsx'
import { CsvButton } from '../report/CsvButton.tsx'

const { recipients: texts, counters } = strings

/** Explains an exclusion, whether staging or the send reported it. */
export const describeExclusion = (reason: string): string => strings.exclusionHints[reason] ?? reasonText(reason)

type RecipientsProps = { campaign: Campaign; filter: RecipientFilter; onFilter: (filter: RecipientFilter) => void }

/** Recipients and excluded people, filtered by state, reason, channel and variant. */
export function Recipients({ campaign, filter, onFilter }: RecipientsProps) {
  const isLive = campaign.status === 'running'
  const { rows, error, refetch, more } = useRecipients(campaign.id, filter, isLive ? 5_000 : undefined)
  const [previewed, setPreviewed] = useState<CampaignRecipient>()
  const used = useUsedChannels(campaign, filter.channel)
  const columns = useColumns({ campaign, used, onPreview: isCampaignOver(campaign) ? undefined : setPreviewed })
  if (error) return <ErrorAlert error={error} retry={refetch} />
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Filters campaign={campaign} used={used} filter={filter} onFilter={onFilter} />
        {rows && rows.length > 0 && <CsvButton campaign={campaign} filter={filter} />}
      </Group>
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
          <PersonPreview campaignId={campaign.id} personId={previewed.personId} channel={previewed.channel} />
        </Dialog>
      )}
    </Stack>
  )
}

function Filters({ campaign, used, filter, onFilter }: RecipientsProps & { used: Channel[] }) {
  const { state, reason, channel, variantId } = filter
  const { variants = [] } = campaign
  const shared = { clearable: true, clearButtonProps: { 'aria-label': texts.any }, placeholder: texts.any }
  const known = exclusionReasons.map((value) => ({ value, label: strings.exclusions[value] ?? value }))
  const isKnown = !reason || known.some(({ value }) => value === reason)
  return (
    <Group gap="xs">
      <Select
        label={texts.state}
        data={recipientStates.map((value) => ({ value, label: counters[value] }))}
        value={state ?? null}
        onChange={(chosen) => onFilter({ ...filter, state: (chosen ?? undefined) as typeof state })}
        w={180}
        {...shared}
      />
      <Select
        label={texts.reason}
        data={isKnown ? known : [...known, { value: reason, label: describeExclusion(reason) }]}
        value={reason ?? null}
        onChange={(chosen) => onFilter({ ...filter, reason: chosen ?? undefined })}
        w={{ base: '100%', xs: 280 }}
        searchable
        {...shared}
      />
      {used.length > 1 && (
        <Select
          label={texts.channel}
          data={used.map((value) => ({ value, label: channelName(value) }))}
          value={channel ?? null}
          onChange={(chosen) => onFilter({ ...filter, channel: (chosen ?? undefined) as Channel | undefined })}
          w={180}
          {...shared}
        />
      )}
      {variants.length > 0 && (
        <Select
          label={texts.variant}
          data={variants.map(({ id }) => ({ value: id, label: experimentTexts.variant(id) }))}
          value={variantId ?? null}
          onChange={(chosen) => onFilter({ ...filter, variantId: chosen ?? undefined })}
          w={180}
          {...shared}
        />
      )}
    </Group>
  )
}

/** Those that reached people when they were checked, those of the Outreach, and the one of the filter. */
function useUsedChannels(campaign: Campaign, chosen: Channel | undefined): Channel[] {
  const outreach = useOutreaches().data?.find(({ id }) => id === campaign.outreachId)
  const used = new Set([...Object.keys(campaign.channels ?? {}), ...(outreach?.channels ?? []), chosen])
  return channels.filter((channel) => used.has(channel))
}

type ColumnOptions = {
  campaign: Campaign
  used: Channel[]
  onPreview: ((recipient: CampaignRecipient) => void) | undefined
}

function useColumns({ campaign, used, onPreview }: ColumnOptions): DataColumn<CampaignRecipient>[] {
  const routeIds = useRouteIds()
  const hasChannels = used.length > 1
  return [
    { id: 'person', label: texts.person, cell: ({ personId }) => <RecipientName personId={personId} /> },
    {
      id: 'state',
      label: texts.state,
      cell: ({ state }) => <StatusBadge status={state} label={counters[state]} />,
    },
    ...(hasChannels
      ? [
          {
            id: 'channel',
            label: texts.channel,
            cell: ({ channel }: CampaignRecipient) => channel && channelName(channel),
            wide: true,
          },
        ]
      : []),
    ...(campaign.variants
      ? [{ id: 'variant', label: texts.variant, cell: ({ variantId }: CampaignRecipient) => variantId, wide: true }]
      : []),
    { id: 'reason', label: texts.reason, cell: ({ reason }) => reason && describeExclusion(reason), wide: true },
    {
      id: 'send',
      label: texts.send,
      cell: (recipient) => {
        const { sendId, personId } = recipient
        if (sendId && !personId.startsWith('psn')) {
          return (
            <AnchorLink to="/orgs/$org/agents/$agent/outreach/sends/$sendId" params={{ ...routeIds, sendId }} size="sm">
              {texts.open}
            </AnchorLink>
          )
        }
        return onPreview ? (
          <Button size="compact-xs" variant="default" onClick={() => onPreview(recipient)}>
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
const pageSize = 50

function useRecipients(campaignId: string, filter: RecipientFilter, refetchInterval?: number) {
  const agent = useAgent()
  const query = useInfiniteQuery({
    queryKey: agent.key('recipients', campaignId, filter),
    queryFn: ({ pageParam: startingAfter, signal }) =>
      agent.api.get('/campaigns/{campaignId}/recipients', {
        path: { campaignId },
        query: { limit: pageSize, ...filter, ...(startingAfter && { startingAfter }) },
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
