import { List } from '@mantine/core'
import { strings } from '#i18n/campaigns.ts'
import { useChannelSetupForms } from '../../channels/data.ts'
import type { Campaign } from '../campaign.ts'

/** How long it takes, by whom it goes through; Parley itself needs no name. */
export function Estimates({ campaign: { estimate = [] } }: { campaign: Campaign }) {
  const providers = useChannelSetupForms().forms?.flatMap(({ unmanaged }) => unmanaged?.providers ?? [])
  return estimate.map(({ provider, seconds }) => (
    <List.Item key={provider}>
      {strings.checks.estimates(strings.duration(seconds), providers?.find(({ id }) => id === provider)?.name)}
    </List.Item>
  ))
}
