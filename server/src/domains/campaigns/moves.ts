import { type CampaignStatus, move as next } from './campaign.ts'
import type { CampaignDeps, MoveCampaign } from './deps.ts'
import { campaignMoved } from './events.ts'
import { afterCommit, lockCampaign, moveCampaign } from './queries.ts'
import type { Tallies } from './tally.ts'

const finals: readonly CampaignStatus[] = ['completed', 'cancelled', 'failed']
export const isFinal = (status: CampaignStatus): boolean => finals.includes(status)

type MoverDeps = Pick<CampaignDeps, 'announce' | 'world'> & { tallies: Pick<Tallies, 'forget'> }

/** Whoever moves a campaign moves it by this, or edits or stages it. */
export const moverOf =
  ({ announce, world, tallies }: MoverDeps): MoveCampaign =>
  async (tx, agent, { id }, { verb, detail }) => {
    const campaign = await lockCampaign(tx, agent, id)
    const to = campaign && next(verb, campaign.status)
    if (!to) return undefined
    const { status: from, key } = campaign
    const times = { now: world.now(), starts: verb === 'start', ends: isFinal(to) }
    const moved = await moveCampaign(tx, agent, id, { from, to, detail, ...times })
    if (!moved) return undefined
    await announce(tx, campaignMoved(agent, moved, from))
    afterCommit(tx, () => tallies.forget(key))
    return moved
  }
