import type { Channel } from '@parley/amf/channels'
import type { Campaign } from '../campaign.ts'

export type ChannelPlan = {
  channel: Channel
  people: number
  /** Unknown for a campaign that was checked by an earlier version. */
  provider?: string
  perSecond?: number
  seconds?: number
  /** A person whose message shows what it looks like there. */
  previewOf?: string
}

type CheckedCampaign = Pick<Campaign, 'channels' | 'estimate' | 'previews'>

/** By which channels the campaign goes, the most frequent first, and how long each takes. */
export function listChannelPlans({ channels = {}, estimate = [], previews = [] }: CheckedCampaign): ChannelPlan[] {
  const counted = Object.entries(channels) as [Channel, number][]
  const isOnly = counted.length === 1
  const estimates = estimate.flatMap(({ provider, channels: parts = [] }) =>
    parts.map((part) => ({ ...part, provider })),
  )
  return counted
    .map(([channel, people]) => {
      const part = estimates.find((one) => one.channel === channel)
      const preview = previews.find((one) => one.channel === channel || isOnly)
      return {
        ...{ channel, people },
        ...(part && { provider: part.provider, perSecond: part.perSecond, seconds: part.seconds }),
        ...(preview && { previewOf: preview.personId }),
      }
    })
    .toSorted((one, other) => other.people - one.people)
}

/** Providers whose channels share the time, one after the other. */
export const listSharedProviders = ({ estimate = [] }: CheckedCampaign) =>
  estimate.filter(({ channels = [] }) => channels.length > 1)
