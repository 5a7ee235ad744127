import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../../platform/db/database.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Campaign } from '../campaign.ts'
import type { CampaignDeps } from '../deps.ts'
import { resolveAudience } from './audience.ts'
import { resolveCampaignOpenings } from './opening.ts'
import { deleteStaging, findStageableCampaign, findStaging, insertStaging } from './queries.ts'

import { cancelStaging, decodeRefusal, nudgeStaging } from './worker.ts'

type StagingTarget = Pick<Campaign, 'key'>

/**
 * Enqueues the staging of a campaign, in the transaction of the route that locked it; a staging in flight continues.
 * Throws 422 `agent.campaign.invalid`, with nothing written, when the opening or audience does not resolve.
 */
export async function beginStaging(
  tx: Db,
  agent: AgentKey,
  campaign: StagingTarget & Pick<Campaign, 'outreachId' | 'audience' | 'variants'>,
  { world, definitions }: Pick<CampaignDeps, 'world' | 'definitions'>,
): Promise<void> {
  resolveCampaignOpenings(await definitions.read(tx, agent), campaign)
  await resolveAudience(tx, agent, campaign)
  await insertStaging(tx, agent, campaign.key, world.now())
  nudgeStaging(tx)
}

/** Ends a staging in flight, if any: it never becomes the snapshot, and cleanup deletes its rows. */
export async function endStaging(tx: Db, agent: AgentKey, campaign: StagingTarget): Promise<void> {
  await cancelStaging(tx, agent, campaign.key)
  await deleteStaging(tx, agent, campaign.key)
}

export type StagingOutcome =
  | { kind: 'staged' }
  /** Permanent failure. */
  | { kind: 'failed'; problem: Problem }
  | { kind: 'underWay' }
  /** Ended by an edit, a cancel or a delete. */
  | { kind: 'ended' }

const pauses = { first: 20, longest: 250 }

/** Waits, outside any transaction, until a staging is done or the time is up. Throws on an internal error. */
export async function awaitStaging(
  agent: AgentKey,
  campaign: StagingTarget,
  { db }: Pick<CampaignDeps, 'db'>,
  milliseconds: number,
): Promise<StagingOutcome> {
  const until = performance.now() + milliseconds
  for (let pause = pauses.first; ; pause = Math.min(pause * 1.5, pauses.longest)) {
    const became = await pollStaging(agent, campaign, db)
    if (became.kind !== 'underWay' || performance.now() + pause > until) return became
    await wait(pause)
  }
}

async function pollStaging(agent: AgentKey, campaign: StagingTarget, db: Db): Promise<StagingOutcome> {
  const row = await findStaging(db, agent, campaign.key)
  if (!row) {
    const now = await findStageableCampaign(db, agent, campaign.key)
    return { kind: now?.status === 'staged' ? 'staged' : 'ended' }
  }
  if (row.isUnderWay) return { kind: 'underWay' }
  const problem = decodeRefusal(row.error)
  if (problem) return { kind: 'failed', problem }
  throw new Error(`Staging failed: ${row.error}`)
}
