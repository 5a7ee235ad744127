import { List } from '@mantine/core'
import { strings } from '#i18n/campaigns.ts'
import { channelName } from '#i18n/channel-names.ts'
import { useChannelSetupForms } from '../../channels/data.ts'
import type { Campaign } from '../campaign.ts'

/** Estimated duration by provider; a provider that is not in the catalog, such as Parley's own, has no name. */
export function Estimates({ campaign: { estimate = [], channels = {} } }: { campaign: Campaign }) {
  const providers = useChannelSetupForms().forms?.flatMap(({ unmanaged }) => unmanaged?.providers ?? [])
  const byChannel = Object.entries(channels) as [string, number][]
  return (
    <>
      {estimate.map(({ provider, seconds }) => (
        <List.Item key={provider}>
          {strings.checks.estimates(strings.duration(seconds), providers?.find(({ id }) => id === provider)?.name)}
        </List.Item>
      ))}
      {byChannel.length > 1 &&
        byChannel.map(([channel, count]) => (
          <List.Item key={channel}>{strings.checks.byChannel(channelName(channel), count)}</List.Item>
        ))}
    </>
  )
}
