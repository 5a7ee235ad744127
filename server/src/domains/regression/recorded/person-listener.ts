import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { PersonListener } from '../../people/index.ts'
import type { RegressionDeps } from '../deps.ts'
import { endIfOver } from '../runs/finish.ts'
import { lockRun } from '../runs/queries/runs.ts'
import { copied } from './copied.ts'
import { deleteRecorded, findRunsOver } from './queries.ts'

type Forget = (tx: Db, agent: AgentKey, id: string) => Promise<void>
type Deps = Pick<RegressionDeps, 'world' | 'announce' | 'notifyTeam' | 'meter' | 'stage'>

/** What was recorded with somebody goes with them, though others stand in for them in it; a merge loses nothing. */
export function personListener(forgetAnswers: Forget, deps: Deps): PersonListener {
  return {
    copied,
    merged: async () => {},
    async erased(tx, agent, _person, identities) {
      const asids = identities.map(({ asid }) => asid)
      const runs = await findRunsOver(tx, agent, asids)
      for (const { id, sandbox } of await deleteRecorded(tx, agent, asids)) {
        if (sandbox) await deps.stage.forget(tx, agent, sandbox)
        await forgetAnswers(tx, agent, id)
      }
      for (const run of await lockRuns(tx, agent, runs)) await endIfOver(tx, agent, run, deps)
    },
  }
}

/** In the order of their ids, and after their results, as by everybody. */
async function lockRuns(tx: Db, agent: AgentKey, ids: readonly string[]) {
  const locked = []
  for (const id of ids) locked.push(await lockRun(tx, agent, id))
  return locked.filter((run) => run !== undefined)
}
