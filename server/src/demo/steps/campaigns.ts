import { contentJson } from '../content.ts'
import type { Door } from '../door.ts'
import type { Listed, Step } from '../step.ts'
import { until } from '../until.ts'
import { untilActive } from './channels.ts'
import { type Named, once } from './once.ts'

type Draft = { name: string; outreachId: string; sendWindow?: object }
type Content = { segment: { name: string; filter: object }; rehearsal: Draft & { personas: string[] }; campaign: Draft }
type Campaign = Named & { status: string }

/** One that was rehearsed, and one over people that is left for whoever looks: staged, where it could be started. */
export const campaigns: Step = {
  name: 'campaigns',
  async run({ agent, handsets, stop }) {
    const { segment, rehearsal, campaign } = await contentJson<Content>('campaigns.json')
    const { personas, ...rehearsed } = rehearsal
    const personaIds = await idsOf(agent, personas)
    const played = await once<Campaign>(agent, '/campaigns', { ...rehearsed, audience: { personaIds } })
    if ((await staged(agent, played, stop)).status === 'staged') await agent.post(`/campaigns/${played.id}/start`, {})
    const { id: segmentId } = await once<Named>(agent, '/segments', segment)
    const drafted = await once<Campaign>(agent, '/campaigns', { ...campaign, audience: { segmentId } })
    if (!handsets) return
    await untilActive(agent, stop)
    await staged(agent, drafted, stop)
  },
}

async function idsOf(agent: Door, names: readonly string[]): Promise<string[]> {
  const { data } = await agent.get<Listed<Named>>('/personas?limit=200')
  return data.filter(({ name }) => names.includes(name)).map(({ id }) => id)
}

/** A draft no longer is one. A large audience would still be looked at when the call has been answered. */
async function staged(agent: Door, campaign: Campaign, stop: AbortSignal): Promise<Campaign> {
  if (campaign.status !== 'draft') return campaign
  const path = `/campaigns/${campaign.id}`
  await agent.post(`${path}/stage`, {})
  const look = async () => {
    const now = await agent.get<Campaign>(path)
    return now.status === 'draft' ? undefined : now
  }
  return until(look, stop, 'a staged campaign')
}
