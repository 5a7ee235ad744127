import type { Db } from '../../platform/db/database.ts'
import { problem } from '../../platform/http/problem.ts'
import type { AgentKey, Route } from '../../platform/http/route.ts'
import { watchesOf } from '../../platform/watches.ts'
import type { DefinitionListener } from '../agents/index.ts'
import type { PersonListener, SegmentUser } from '../people/index.ts'
import type { CampaignStatus } from './campaign.ts'
import { copied } from './copied.ts'
import type { CampaignDeps } from './deps.ts'
import { isFinal, moverOf } from './moves.ts'
import { wakePumps } from './pumps/pumps.ts'
import { pumpWork } from './pumps/worker.ts'
import { campaignsNaming, draftsOver, forgetPreviews } from './queries/references.ts'
import { campaignRoutes } from './routes.ts'
import { leftoverWork, stagingWork } from './staging/worker.ts'
import { keepOldTallies, talliesOf } from './tally.ts'

/** Ties the parts of the domain together. */
export function campaignsOf(given: CampaignDeps) {
  const tallies = talliesOf(given)
  const move = moverOf({ ...given, tallies })
  const closing = new AbortController()
  const isOver = (status: string) => isFinal(status as CampaignStatus)
  const watches = watchesOf({ noun: 'campaigns', isOver, closing: closing.signal })
  return {
    move,
    routes: (): Route[] => campaignRoutes({ ...given, move, tallies, watches }),
    works: () => [stagingWork(given), leftoverWork(given), pumpWork({ ...given, move })],
    /** An Outreach that a campaign names is dropped by no route. */
    definitionListener: outreachHeld,
    /** What running campaigns wait for may have changed, or their binding is gone. */
    wake: (tx: Db, agent: AgentKey) => wakePumps(tx, agent, given.world.now()),
    /** Drafts that name a segment, for whoever is about to delete it. */
    segmentUsers,
    personListener,
    keepOldTallies: (db: Db, now: Date, historyDays: number) => keepOldTallies(db, { now, historyDays }, given),
    /** Whoever watches a campaign is let go of. */
    close: () => closing.abort(),
  }
}

/** Who names an Outreach, for whoever is about to delete it. */
export async function outreachUsers(tx: Db, agent: AgentKey, outreachId: string) {
  const campaigns = await campaignsNaming(tx, agent, outreachId)
  return campaigns.map((campaign) => ({ kind: 'campaign' as const, ...campaign }))
}

const outreachHeld: DefinitionListener = async (tx, agent, { before, definition, changed }) => {
  if (!changed.includes('outreaches')) return
  const left = new Set(definition.outreaches.map(({ id }) => id))
  for (const { id, name } of before.outreaches.filter((outreach) => !left.has(outreach.id))) {
    const referrers = await outreachUsers(tx, agent, id)
    if (referrers.length === 0) continue
    const detail = `The campaign “${referrers[0]?.name}” names the Outreach “${name}” (${id}), which would be gone`
    throw problem('agent.outreach.in_use', 409, { detail, referrers })
  }
}

type Forget = (tx: Db, agent: AgentKey, id: string) => Promise<void>

/**
 * Whoever is gone is shown in no preview, nor in what was answered before; the lists of recipients know their ids alone.
 * It must hear before whoever keeps sends: a campaign is locked before its sends are, as by everybody.
 */
function personListener(forgetAnswers: Forget): PersonListener {
  const forget = async (tx: Db, agent: AgentKey, personId: string) => {
    for (const id of await forgetPreviews(tx, agent, personId)) await forgetAnswers(tx, agent, id)
  }
  return {
    copied,
    merged: (tx, agent, { from }) => forget(tx, agent, from.id),
    erased: (tx, agent, { id }) => forget(tx, agent, id),
  }
}

async function segmentUsers(tx: Db, agent: AgentKey, segmentId: string): Promise<SegmentUser[]> {
  const drafts = await draftsOver(tx, agent, segmentId)
  return drafts.map(({ at, name }) => ({
    field: `campaigns[${at}].audience.segmentId`,
    code: 'campaign.segment.unknown',
    user: `the campaign “${name}”`,
  }))
}
