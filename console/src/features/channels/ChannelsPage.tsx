import { Group, Stack, Text } from '@mantine/core'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { strings } from '#i18n/channels.ts'
import { useCan, useRouteIds } from '../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../components/DataTable.tsx'
import { handsetChannelNames } from '../../components/handset/channels.ts'
import { LabBadge } from '../../components/LabBadge.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { EmptyState, ErrorAlert } from '../../components/PageStates.tsx'
import { StatusBadge } from '../../components/StatusBadge.tsx'
import { Timestamp } from '../../components/Timestamp.tsx'
import { ChannelIcon } from './ChannelIcon.tsx'
import { type ChannelBinding, useBindings, useChannelSetupForms } from './data.ts'

const { list: texts } = strings

export function ChannelsPage() {
  const can = useCan('editor')
  const params = useRouteIds()
  const { data, error, refetch } = useBindings()
  const providerName = useProviderNames()
  const add = can && (
    <ButtonLink
      to="/orgs/$org/agents/$agent/channels/add"
      params={params}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {texts.add}
    </ButtonLink>
  )
  return (
    <PageLayout title={strings.title} lead={strings.lead} actions={add}>
      {error ? (
        <ErrorAlert error={error} retry={refetch} />
      ) : (
        <DataTable
          label={texts.label}
          columns={columnsWith(providerName)}
          rows={data?.data}
          rowId={({ id }) => id}
          rowName={({ channel }) => handsetChannelNames[channel]}
          linkOf={({ id: bindingId }) => ({
            to: '/orgs/$org/agents/$agent/channels/$bindingId',
            params: { ...params, bindingId },
          })}
          empty={<EmptyState icon={IconPlugConnected} title={texts.emptyTitle} text={texts.emptyText} action={add} />}
        />
      )}
    </PageLayout>
  )
}

export function useProviderNames(): (binding: ChannelBinding) => string {
  const { forms } = useChannelSetupForms()
  return ({ channel, provider }) => {
    const providers = forms?.find(({ id }) => id === channel)?.unmanaged?.providers
    return provider ? (providers?.find(({ id }) => id === provider)?.name ?? provider) : texts.managed
  }
}

/** The number or name that people see as the sender. */
export function senderOf({ carrier, routingId }: Pick<ChannelBinding, 'carrier' | 'routingId'>): string {
  if (carrier === 'provider') return routingId ?? texts.unknownSender
  return texts.senders[carrier]
}

const columnsWith = (providerName: (binding: ChannelBinding) => string): DataColumn<ChannelBinding>[] => [
  {
    id: 'channel',
    label: texts.channel,
    cell: ({ channel }) => (
      <Group gap="sm" wrap="nowrap">
        <ChannelIcon channel={channel} />
        {handsetChannelNames[channel]}
      </Group>
    ),
  },
  {
    id: 'status',
    label: texts.status,
    cell: ({ status, statusDetail }) => (
      <Stack gap={2} role="status">
        <StatusBadge status={status} label={strings.statuses[status]} />
        {statusDetail && (
          <Text size="sm" lineClamp={2}>
            {statusDetail}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    id: 'by',
    label: texts.by,
    cell: (binding) => (binding.carrier === 'lab' ? <LabBadge /> : providerName(binding)),
  },
  { id: 'sender', label: texts.sender, cell: senderOf, wide: true },
  { id: 'since', label: texts.since, cell: ({ events }) => <Timestamp at={events.at(-1)?.at} />, wide: true },
]
