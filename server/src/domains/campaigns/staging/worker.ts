import type { Db } from '../../../platform/db/database.ts'
import { isRetryable, isUnavailable } from '../../../platform/db/errors.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  cancelWork,
  continueAt,
  defineWork,
  failPermanently,
  finish,
  nudge,
  postponeTo,
  type WorkOutcome,
} from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import { findOpeningProblem } from './opening.ts'
import {
  deleteLeftovers,
  deleteUnfinishedStaging,
  discardFailedSnapshot,
  dropStaging,
  findStageableCampaign,
  renewSnapshot,
} from './queries.ts'
import { type StagingDeps, StagingSuperseded, stageCampaign } from './run.ts'

const refusalPrefix = 'unresolved: '

/** Encodes the reason why a staging cannot succeed, to store it on its row for the waiting caller. */
const encodeRefusal = ({ message }: Problem): Error => new Error(refusalPrefix + message)

/** Returns undefined for an internal error. */
export function decodeRefusal(error: string | null): Problem | undefined {
  return error?.startsWith(refusalPrefix) ? findOpeningProblem(error.slice(refusalPrefix.length)) : undefined
}

const work = { kind: 'campaigns.stagings', table: 'campaign_stagings', key: ['agent_key', 'campaign_key'] } as const

export function nudgeStaging(tx: Db): void {
  nudge(tx, work.kind)
}

/** Cancels the work; the worker that runs it is notified. */
export async function cancelStaging(tx: Db, agent: AgentKey, campaignKey: number): Promise<void> {
  await cancelWork(tx, work, { agent_key: agent.key, campaign_key: campaignKey })
}

export function stagingWork(deps: StagingDeps) {
  const { db, world } = deps
  return defineWork({
    ...work,
    concurrency: 2,
    leaseSeconds: 30,
    timeoutSeconds: 1800,
    retry: { attempts: 5, baseSeconds: 1, maxSeconds: 30 },
    async perform(row, { signal }): Promise<WorkOutcome> {
      const agent = await findAgentByKey(db, row.agent_key)
      const campaign = agent && (await findStageableCampaign(db, agent, row.campaign_key))
      const over = finish({ write: (tx) => dropStaging(tx, row) })
      if (!agent || !campaign) return over
      try {
        const snapshot = await acquireSnapshotId(agent, row, db)
        await stageCampaign({ agent, campaign, snapshot, signal }, deps)
        return finish()
      } catch (error) {
        if (error instanceof StagingSuperseded) return over
        if (error instanceof Problem) return failPermanently(encodeRefusal(error))
        if (isUnavailable(error) || isRetryable(error)) return postponeTo(new Date(world.now().getTime() + 5_000))
        throw error
      }
    },
    giveUp: (tx, row) => discardFailedSnapshot(tx, row),
  })
}

type StagingRow = { campaign_key: number; snapshot: number; checked_count: number }

/** Restarts an interrupted staging under a new snapshot id. */
async function acquireSnapshotId(agent: AgentKey, row: StagingRow, db: Db): Promise<number> {
  if (row.checked_count === 0) return row.snapshot
  const renewed = await renewSnapshot(db, agent, { campaignKey: row.campaign_key, snapshot: row.snapshot })
  if (renewed === undefined) throw new StagingSuperseded()
  return renewed
}

export function snapshotCleanupWork({ db, world }: Pick<StagingDeps, 'db' | 'world'>) {
  return defineWork({
    kind: 'campaigns.leftovers',
    table: 'campaign_snapshot_cleanups',
    key: ['snapshot'],
    concurrency: 1,
    timeoutSeconds: 600,
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 5, maxSeconds: 600 },
    async perform({ snapshot }, { signal }): Promise<WorkOutcome> {
      while (await deleteLeftovers(db, snapshot)) if (signal.aborted) return continueAt(world.now())
      return finish({ write: (tx) => deleteUnfinishedStaging(tx, snapshot) })
    },
  })
}
