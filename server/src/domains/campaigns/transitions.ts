import { type CampaignStatus, nextCampaignStatus as next } from './campaign.ts'
import type { CampaignCounterCache } from './counters.ts'
import type { CampaignDeps, TransitionCampaign } from './deps.ts'
import { campaignStatusChanged } from './events.ts'
import { afterCommit, lockCampaign, updateCampaignStatus } from './queries.ts'

const finalStatuses: readonly CampaignStatus[] = ['completed', 'cancelled', 'failed']
export const isFinalCampaignStatus = (status: CampaignStatus): boolean => finalStatuses.includes(status)

type TransitionDeps = Pick<CampaignDeps, 'announce' | 'world'> & { counters: Pick<CampaignCounterCache, 'evict'> }

/** Every status change goes through here, except edits and staging. */
export const createCampaignTransition =
  ({ announce, world, counters }: TransitionDeps): TransitionCampaign =>
  async (tx, agent, { id }, { action, detail }) => {
    const campaign = await lockCampaign(tx, agent, id)
    const to = campaign && next(action, campaign.status)
    if (!to) return undefined
    const { status: from, key } = campaign
    const times = { now: world.now(), starts: action === 'start', ends: isFinalCampaignStatus(to) }
    const moved = await updateCampaignStatus(tx, agent, id, { from, to, detail, ...times })
    if (!moved) return undefined
    await announce(tx, campaignStatusChanged(agent, moved, from))
    afterCommit(tx, () => counters.evict(key))
    return moved
  }
