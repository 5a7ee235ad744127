import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { PersonListener } from '../../people/index.ts'
import type { RegressionDeps } from '../deps.ts'
import { deleteReplayedPerson, exportReplays } from '../replays/queries/personal-data.ts'
import { advanceReplay } from '../replays/replays.ts'
import { completeRunIfDone } from '../runs/complete.ts'
import { lockRun } from '../runs/queries/runs.ts'
import { deleteRecordedCases, exportCases, findActiveRunsByOrigin } from './queries.ts'

const ExportedCase = z.strictObject({
  id: z.string(),
  suiteId: z.string(),
  createdAt: timestamp,
  document: z.unknown(),
})

const ExportedReplay = z.strictObject({
  replayId: z.string(),
  sessionId: z.string(),
  sessionStartedAt: timestamp,
  verdict: z.string().nullable(),
  turns: z.unknown(),
})

/** Test cases recorded from the person's conversations, pseudonymized; and replays of them. */
const regressionDataExport: PersonListener['dataExport'] = {
  testCases: { entry: ExportedCase, read: exportCases },
  replays: { entry: ExportedReplay, read: exportReplays },
}

export type DeleteAnswers = (tx: Db, agent: AgentKey, id: string) => Promise<void>
type Deps = Pick<RegressionDeps, 'world' | 'announce' | 'notifyTeam' | 'meter' | 'sandbox'>

/**
 * Erasing a person deletes the cases recorded from their conversations, although they are pseudonymized, and what they
 * said in replays. A merge changes nothing.
 */
export function createRegressionPersonListener(forgetAnswers: DeleteAnswers, deps: Deps): PersonListener {
  return {
    dataExport: regressionDataExport,
    onMerge: async () => {},
    async onErase(tx, agent, _person, identities) {
      const asids = identities.map(({ asid }) => asid)
      const runs = await findActiveRunsByOrigin(tx, agent, asids)
      for (const { id, sandbox } of await deleteRecordedCases(tx, agent, asids)) {
        if (sandbox) await deps.sandbox.remove(tx, agent, sandbox)
        await forgetAnswers(tx, agent, id)
      }
      for (const run of await lockRuns(tx, agent, runs)) await completeRunIfDone(tx, agent, run, deps)
      await eraseFromReplays(tx, agent, asids, deps)
    },
  }
}

async function eraseFromReplays(tx: Db, agent: AgentKey, asids: readonly string[], deps: Deps): Promise<void> {
  const erased = await deleteReplayedPerson(tx, agent, asids)
  for (const { sandbox } of erased) if (sandbox) await deps.sandbox.remove(tx, agent, sandbox)
  const replayIds = new Set(erased.map(({ replayId }) => replayId))
  for (const id of [...replayIds].sort()) await advanceReplay(tx, agent, id, deps)
}

/** Locks in id order and after the results, like every other caller. */
async function lockRuns(tx: Db, agent: AgentKey, ids: readonly string[]) {
  const locked = []
  for (const id of ids) locked.push(await lockRun(tx, agent, id))
  return locked.filter((run) => run !== undefined)
}
