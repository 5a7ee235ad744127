import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import { disclaimerWords } from '../compliance/words.ts'
import type { Disclaim, Say, WriteLog } from '../deps.ts'
import { markDisclaimed } from './queries.ts'

type Deps = { world: World; definitions: Pick<Definitions, 'read'>; say: Say; writeLog: WriteLog }

/** Document 2, Channel rules: with the first words of a messaging relationship, whoever says them. */
export function disclaimerOf({ world, definitions, say, writeLog }: Deps): Disclaim {
  return async (tx, agent, { compliance }, to) => {
    if (!compliance?.enabled || !(await markDisclaimed(tx, agent, to.asid, world.now()))) return
    const text = compliance.disclaimerText ?? disclaimerWords(await definitions.read(tx, agent))
    await say(tx, agent, to, text)
    writeLog(agent, { level: 'info', event: 'compliance.disclaimer', ...to })
  }
}
