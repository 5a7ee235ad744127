import type { Db } from '../../platform/db/database.ts'
import { problem } from '../../platform/http/problem.ts'
import type { AgentKey, Route } from '../../platform/http/route.ts'
import { createProgressStreams } from '../../platform/progress-stream.ts'
import type { DefinitionListener } from '../agents/index.ts'
import type { PersonListener, SegmentUser } from '../people/index.ts'
import type { CampaignStatus } from './campaign.ts'
import { archiveOldCounters, createCounterCache } from './counters.ts'
import { campaignsDataExport } from './data-export.ts'
import type { CampaignDeps } from './deps.ts'
import { wakeDispatchers } from './dispatch/dispatchers.ts'
import { campaignDispatchWork } from './dispatch/worker.ts'
import { deletePreviewsOf, findCampaignsUsingOutreach, findDraftsUsingSegment } from './queries/references.ts'
import { campaignRoutes } from './routes.ts'
import { snapshotCleanupWork, stagingWork } from './staging/worker.ts'
import { createCampaignTransition, isFinalCampaignStatus } from './transitions.ts'

/** Ties the parts of the domain together. */
export function createCampaigns(deps: CampaignDeps) {
  const tallies = createCounterCache(deps)
  const move = createCampaignTransition({ ...deps, counters: tallies })
  const closing = new AbortController()
  const isOver = (status: string) => isFinalCampaignStatus(status as CampaignStatus)
  const watches = createProgressStreams({ noun: 'campaigns', isFinal: isOver, closing: closing.signal })
  return {
    transition: move,
    routes: (): Route[] => campaignRoutes({ ...deps, transition: move, counters: tallies, progressStreams: watches }),
    works: () => [stagingWork(deps), snapshotCleanupWork(deps), campaignDispatchWork({ ...deps, transition: move })],
    /** An Outreach that a campaign names is dropped by no route. */
    definitionListener: rejectRemovalOfUsedOutreach,
    /** What running campaigns wait for may have changed, or their binding is gone. */
    wake: (tx: Db, agent: AgentKey) => wakeDispatchers(tx, agent, deps.world.now()),
    /** Drafts that name a segment, for whoever is about to delete it. */
    findSegmentUsers,
    createPersonListener,
    archiveOldCounters: (db: Db, now: Date, historyDays: number) => archiveOldCounters(db, { now, historyDays }, deps),
    /** Whoever watches a campaign is let go of. */
    close: () => closing.abort(),
  }
}

/** Who names an Outreach, for whoever is about to delete it. */
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
    const detail = `The campaign “${referrers[0]?.name}” names the Outreach “${name}” (${id}), which would be gone`
    throw problem('agent.outreach.in_use', 409, { detail, referrers })
  }
}

type PurgeCachedResponses = (tx: Db, agent: AgentKey, id: string) => Promise<void>

/**
 * Whoever is gone is shown in no preview, nor in what was answered before; the lists of recipients know their ids alone.
 * It must hear before whoever keeps sends: a campaign is locked before its sends are, as by everybody.
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
