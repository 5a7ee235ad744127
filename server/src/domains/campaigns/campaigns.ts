import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { afterCommit } from '../../platform/db/transaction.ts'
import { problem } from '../../platform/http/problem.ts'
import type { AgentKey, Route } from '../../platform/http/route.ts'
import { createProgressStreams } from '../../platform/progress-stream.ts'
import type { DefinitionListener } from '../agents/index.ts'
import type { PersonListener, SegmentUser } from '../people/index.ts'
import { type CampaignStatus, nextCampaignStatus as next } from './campaign.ts'
import { archiveOldCounters, type CampaignCounterCache, createCounterCache } from './counters.ts'
import type { CampaignDeps, TransitionCampaign } from './deps.ts'
import { wakeDispatchers } from './dispatch/dispatchers.ts'
import { type CampaignWork, campaignDispatchWork } from './dispatch/worker.ts'
import { createStatusChangedEvent } from './events.ts'
import { exportCampaigns } from './queries/data-export.ts'
import { deletePreviewsOf, findCampaignsUsingOutreach, findDraftsUsingSegment } from './queries/references.ts'
import { lockCampaign, updateCampaignStatus } from './queries.ts'
import { campaignRoutes } from './routes.ts'
import { snapshotCleanupWork, stagingWork } from './staging/worker.ts'

const ExportedCampaign = z.strictObject({
  campaignId: z.string(),
  name: z.string(),
  excluded: z.string().optional().meta({ description: 'Why the campaign sent them nothing.' }),
})

/** The campaigns that included the person; their messages are exported with the sends. */
const campaignsDataExport: PersonListener['dataExport'] = {
  campaigns: { entry: ExportedCampaign, read: exportCampaigns },
}

const finalStatuses: readonly CampaignStatus[] = ['completed', 'cancelled', 'failed']
const isFinalCampaignStatus = (status: CampaignStatus): boolean => finalStatuses.includes(status)

type TransitionDeps = Pick<CampaignDeps, 'announce' | 'world'> & { counters: Pick<CampaignCounterCache, 'evict'> }

/** Every status change goes through here, except edits and staging. */
const createCampaignTransition =
  ({ announce, world, counters }: TransitionDeps): TransitionCampaign =>
  async (tx, agent, { id }, { action, detail }) => {
    const campaign = await lockCampaign(tx, agent, id)
    const to = campaign && next(action, campaign.status)
    if (!to) return undefined
    const { status: from, key } = campaign
    const times = { now: world.now(), starts: action === 'start', ends: isFinalCampaignStatus(to) }
    const moved = await updateCampaignStatus(tx, agent, id, { from, to, detail, ...times })
    if (!moved) return undefined
    await announce(tx, createStatusChangedEvent(agent, moved, from))
    afterCommit(tx, () => counters.evict(key))
    return moved
  }

export type Campaigns = {
  transition: TransitionCampaign
  routes(): Route[]
  works(): CampaignWork[]
  /** Rejects removing an Outreach that a campaign uses, on every route. */
  definitionListener: DefinitionListener
  /** Wakes running campaigns whose wait may be over or whose binding was removed. */
  wake(tx: Db, agent: AgentKey): Promise<void>
  /** Finds drafts that use a segment, for the route that deletes it. */
  findSegmentUsers(tx: Db, agent: AgentKey, segmentId: string): Promise<SegmentUser[]>
  createPersonListener(purgeCachedResponses: PurgeCachedResponses): PersonListener
  archiveOldCounters(db: Db, now: Date, historyDays: number): Promise<void>
  /** Ends all progress streams. */
  close(): void
}

export function createCampaigns(deps: CampaignDeps): Campaigns {
  const tallies = createCounterCache(deps)
  const move = createCampaignTransition({ ...deps, counters: tallies })
  const closing = new AbortController()
  const isOver = (status: string) => isFinalCampaignStatus(status as CampaignStatus)
  const watches = createProgressStreams({ noun: 'campaigns', isFinal: isOver, closing: closing.signal })
  return {
    transition: move,
    routes: () => campaignRoutes({ ...deps, transition: move, counters: tallies, progressStreams: watches }),
    works: () => [stagingWork(deps), snapshotCleanupWork(deps), campaignDispatchWork({ ...deps, transition: move })],
    definitionListener: rejectRemovalOfUsedOutreach,
    wake: (tx, agent) => wakeDispatchers(tx, agent, deps.world.now()),
    findSegmentUsers,
    createPersonListener,
    archiveOldCounters: (db, now, historyDays) => archiveOldCounters(db, { now, historyDays }, deps),
    close: () => closing.abort(),
  }
}

/** Finds the campaigns that use an Outreach, for the route that deletes it. */
export async function findOutreachReferrers(tx: Db, agent: AgentKey, outreachId: string) {
  const campaigns = await findCampaignsUsingOutreach(tx, agent, outreachId)
  return campaigns.map((campaign) => ({ kind: 'campaign' as const, ...campaign }))
}

const rejectRemovalOfUsedOutreach: DefinitionListener = async (tx, agent, { before, definition, changed }) => {
  if (!changed.includes('outreaches')) return
  const left = new Set(definition.outreaches.map(({ id }) => id))
  for (const { id, name } of before.outreaches.filter((outreach) => !left.has(outreach.id))) {
    const referrers = await findOutreachReferrers(tx, agent, id)
    if (referrers.length === 0) continue
    const detail = `The campaign “${referrers[0]?.name}” refers to the Outreach “${name}” (${id}), which would be deleted`
    throw problem('agent.outreach.in_use', 409, { detail, referrers })
  }
}

type PurgeCachedResponses = (tx: Db, agent: AgentKey, id: string) => Promise<void>

/**
 * Removes a deleted person from previews and cached responses; recipient lists contain only ids. It must run before the
 * listener that handles sends: everywhere, a campaign is locked before its sends.
 */
function createPersonListener(forgetAnswers: PurgeCachedResponses): PersonListener {
  const forget = async (tx: Db, agent: AgentKey, personId: string) => {
    for (const id of await deletePreviewsOf(tx, agent, personId)) await forgetAnswers(tx, agent, id)
  }
  return {
    dataExport: campaignsDataExport,
    onMerge: (tx, agent, { from }) => forget(tx, agent, from.id),
    onErase: (tx, agent, { id }) => forget(tx, agent, id),
  }
}

async function findSegmentUsers(tx: Db, agent: AgentKey, segmentId: string): Promise<SegmentUser[]> {
  const drafts = await findDraftsUsingSegment(tx, agent, segmentId)
  return drafts.map(({ at, name }) => ({
    field: `campaigns[${at}].audience.segmentId`,
    code: 'campaign.segment.unknown',
    user: `the campaign “${name}”`,
  }))
}
