import { Group, Stack, Text } from '@mantine/core'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { words } from '#words/channels.ts'
import { useCan, usePlace } from '../../app/org.ts'
import { type Column, DataTable } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { channelNames } from '../../parts/handset/channels.ts'
import { ButtonLink } from '../../parts/links.tsx'
import { Page } from '../../parts/Page.tsx'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { Trouble } from '../../parts/Trouble.tsx'
import { When } from '../../parts/When.tsx'
import { ChannelIcon } from './ChannelIcon.tsx'
import { type Binding, useBindings, useChannelForms } from './data.ts'

const { list: w } = words

export function ChannelsPage() {
  const can = useCan('editor')
  const params = usePlace()
  const { data, error, refetch } = useBindings()
  const providerName = useProviderNames()
  const add = can && (
    <ButtonLink
      to="/orgs/$org/agents/$agent/channels/add"
      params={params}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {w.add}
    </ButtonLink>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={add}>
      {error ? (
        <Trouble error={error} retry={refetch} />
      ) : (
        <DataTable
          label={w.label}
          columns={columnsWith(providerName)}
          rows={data?.data}
          rowId={({ id }) => id}
          rowName={({ channel }) => channelNames[channel]}
          linkOf={({ id: bindingId }) => ({
            to: '/orgs/$org/agents/$agent/channels/$bindingId',
            params: { ...params, bindingId },
          })}
          empty={<EmptyState icon={IconPlugConnected} title={w.emptyTitle} text={w.emptyText} action={add} />}
        />
      )}
    </Page>
  )
}

/** What the providers of the catalog are called. */
export function useProviderNames(): (binding: Binding) => string {
  const { forms } = useChannelForms()
  return ({ channel, provider }) => {
    const providers = forms?.find(({ id }) => id === channel)?.unmanaged?.providers
    return provider ? (providers?.find(({ id }) => id === provider)?.name ?? provider) : w.managed
  }
}

const columnsWith = (providerName: (binding: Binding) => string): Column<Binding>[] => [
  {
    id: 'channel',
    label: w.channel,
    cell: ({ channel }) => (
      <Group gap="sm" wrap="nowrap">
        <ChannelIcon channel={channel} />
        {channelNames[channel]}
      </Group>
    ),
  },
  {
    id: 'status',
    label: w.status,
    cell: ({ status, statusDetail }) => (
      <Stack gap={2} role="status">
        <StatusBadge status={status} label={words.statuses[status]} />
        {statusDetail && (
          <Text size="sm" lineClamp={2}>
            {statusDetail}
          </Text>
        )}
      </Stack>
    ),
  },
  { id: 'by', label: w.by, cell: providerName, wide: true },
  { id: 'since', label: w.since, cell: ({ events }) => <When at={events.at(-1)?.at} />, wide: true },
]
