import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import { disclaimerWords } from '../compliance/words.ts'
import type { Disclaim, Say, WriteLog } from '../deps.ts'
import { insertConversation, markDisclaimed } from './queries.ts'

type Deps = { world: World; definitions: Pick<Definitions, 'read'>; say: Say; writeLog: WriteLog }

/** Document 2, Channel rules: with the first words of a messaging relationship, whoever says them. */
export function disclaimerOf({ world, definitions, say, writeLog }: Deps): Disclaim {
  return async (tx, agent, { compliance }, { reached, ...to }) => {
    if (!compliance?.enabled) return
    const now = world.now()
    const whom = reached ?? to.asid
    if (whom !== to.asid) {
      await insertConversation(tx, agent, { asid: whom, id: to.sessionId, channel: to.channel, startedAt: now })
    }
    if (!(await markDisclaimed(tx, agent, whom, now))) return
    const text = compliance.disclaimerText ?? disclaimerWords(await definitions.read(tx, agent))
    await say(tx, agent, { ...to, origin: 'disclaimer' }, text)
    writeLog(agent, { level: 'info', event: 'compliance.disclaimer', ...to })
  }
}
