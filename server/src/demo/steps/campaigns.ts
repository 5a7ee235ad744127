import { readContentJson } from '../content.ts'
import { type DemoClient, type DemoStep, findOrCreate, type ListReply, type NamedResource } from '../demo-context.ts'
import { pollUntilFound } from '../poll.ts'

import { waitUntilChannelsActive } from './channels.ts'

type CampaignDraft = { name: string; outreachId: string; sendWindow?: object }
type CampaignContent = {
  segment: { name: string; filter: object }
  rehearsal: CampaignDraft & { personas: string[] }
  campaign: CampaignDraft
}
type Campaign = NamedResource & { status: string }

/**
 * Creates one campaign over personas and starts it, and one over people that stays unstarted for the visitor: staged if
 * it could be started, otherwise a draft.
 */
export const campaignsStep: DemoStep = {
  name: 'campaigns',
  async run({ agent, handsets, stop }) {
    const { segment, rehearsal, campaign } = await readContentJson<CampaignContent>('campaigns.json')
    const { personas, ...rehearsed } = rehearsal
    const personaIds = await findIdsByName(agent, personas)
    const played = await findOrCreate<Campaign>(agent, '/campaigns', { ...rehearsed, audience: { personaIds } })
    if ((await stageCampaign(agent, played, stop)).status === 'staged')
      await agent.post(`/campaigns/${played.id}/start`, {})
    const { id: segmentId } = await findOrCreate<NamedResource>(agent, '/segments', segment)
    const drafted = await findOrCreate<Campaign>(agent, '/campaigns', { ...campaign, audience: { segmentId } })
    if (!handsets) return
    await waitUntilChannelsActive(agent, stop)
    await stageCampaign(agent, drafted, stop)
  },
}

async function findIdsByName(agent: DemoClient, names: readonly string[]): Promise<string[]> {
  const { data } = await agent.get<ListReply<NamedResource>>('/personas?limit=200')
  return data.filter(({ name }) => names.includes(name)).map(({ id }) => id)
}

/** Stages a draft and waits until it is staged: with a large audience, staging continues after the response. */
async function stageCampaign(agent: DemoClient, campaign: Campaign, stop: AbortSignal): Promise<Campaign> {
  if (campaign.status !== 'draft') return campaign
  const path = `/campaigns/${campaign.id}`
  await agent.post(`${path}/stage`, {})
  const look = async () => {
    const now = await agent.get<Campaign>(path)
    return now.status === 'draft' ? undefined : now
  }
  return pollUntilFound(look, stop, 'a staged campaign')
}
