import { List } from '@mantine/core'
import { words } from '#words/campaigns.ts'
import { useChannelForms } from '../../channels/data.ts'
import type { Campaign } from '../campaign.ts'

/** How long it takes, by whom it goes through; Parley itself needs no name. */
export function Estimates({ campaign: { estimate = [] } }: { campaign: Campaign }) {
  const providers = useChannelForms().forms?.flatMap(({ unmanaged }) => unmanaged?.providers ?? [])
  return estimate.map(({ provider, seconds }) => (
    <List.Item key={provider}>
      {words.checks.estimates(words.duration(seconds), providers?.find(({ id }) => id === provider)?.name)}
    </List.Item>
  ))
}
