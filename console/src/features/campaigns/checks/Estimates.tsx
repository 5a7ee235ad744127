import { List } from '@mantine/core'
import { strings } from '#i18n/campaigns.ts'
import { channelName } from '#i18n/channel-names.ts'
import { useChannelSetupForms } from '../../channels/data.ts'
import type { Campaign } from '../campaign.ts'

/** Names of providers; one that is not in the catalog, such as Parley's own, has none. */
export function useProviderNameLookup(): (id: string) => string | undefined {
  const providers = useChannelSetupForms().forms?.flatMap(({ unmanaged }) => unmanaged?.providers ?? [])
  return (provider) => providers?.find(({ id }) => id === provider)?.name
}

/** Estimated duration by provider, and how many people are reached by which channel. */
export function Estimates({ campaign: { estimate = [], channels = {} } }: { campaign: Campaign }) {
  const providerName = useProviderNameLookup()
  const byChannel = Object.entries(channels) as [string, number][]
  return (
    <>
      {estimate.map(({ provider, seconds }) => (
        <List.Item key={provider}>
          {strings.checks.estimates(strings.duration(seconds), providerName(provider))}
        </List.Item>
      ))}
      {byChannel.length > 1 &&
        byChannel.map(([channel, count]) => (
          <List.Item key={channel}>{strings.checks.byChannel(channelName(channel), count)}</List.Item>
        ))}
    </>
  )
}
