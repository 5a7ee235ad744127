import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../../platform/db/database.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Campaign } from '../campaign.ts'
import type { CampaignDeps } from '../deps.ts'
import { resolveAudience } from './audience.ts'
import { resolveCampaignOpening } from './opening.ts'
import { deleteStaging, findStageableCampaign, findStaging, insertStaging } from './queries.ts'
import { decodeRefusal } from './refusal.ts'
import { cancelStaging, nudgeStaging } from './worker.ts'

type StagingTarget = Pick<Campaign, 'key'>

/**
 * Has a campaign staged, in the transaction of the route that has locked it; who is staging it already goes on. Throws
 * 422 `agent.campaign.invalid` where the opening or the audience does not resolve, with nothing written.
 */
export async function beginStaging(
  tx: Db,
  agent: AgentKey,
  campaign: StagingTarget & Pick<Campaign, 'outreachId' | 'audience'>,
  { world, definitions }: Pick<CampaignDeps, 'world' | 'definitions'>,
): Promise<void> {
  resolveCampaignOpening(await definitions.read(tx, agent), campaign.outreachId)
  await resolveAudience(tx, agent, campaign)
  await insertStaging(tx, agent, campaign.key, world.now())
  nudgeStaging(tx)
}

/** What is under way never becomes the snapshot, and what it has written goes. Nothing happens where nothing is. */
export async function endStaging(tx: Db, agent: AgentKey, campaign: StagingTarget): Promise<void> {
  await cancelStaging(tx, agent, campaign.key)
  await deleteStaging(tx, agent, campaign.key)
}

export type StagingOutcome =
  | { kind: 'staged' }
  /** It cannot succeed. */
  | { kind: 'failed'; problem: Problem }
  | { kind: 'underWay' }
  /** By an edit, a cancel or a delete. */
  | { kind: 'ended' }

const pauses = { first: 20, longest: 250 }

/** Waits outside any transaction until a staging is over, or the time is. A fault of ours is thrown. */
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
  throw new Error(`Staging has failed: ${row.error}`)
}
