import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import { formatDefaultDisclaimer } from '../compliance/keyword-replies.ts'
import type { SendDisclaimer, SendSystemMessage, WriteLog } from '../deps.ts'
import { ensureConversation, markDisclaimerSent } from './queries.ts'

type DisclaimerDeps = {
  world: World
  definitions: Pick<Definitions, 'read'>
  sendSystemMessage: SendSystemMessage
  writeLog: WriteLog
}

/** Document 2, Channel rules: with the first words of a messaging relationship, whoever says them. */
export function createSendDisclaimer({
  world,
  definitions,
  sendSystemMessage,
  writeLog,
}: DisclaimerDeps): SendDisclaimer {
  return async (tx, agent, { compliance }, { reached, ...to }) => {
    if (!compliance?.enabled) return
    const now = world.now()
    const whom = reached ?? to.asid
    if (whom !== to.asid) {
      await ensureConversation(tx, agent, { asid: whom, id: to.sessionId, channel: to.channel, startedAt: now })
    }
    if (!(await markDisclaimerSent(tx, agent, whom, now))) return
    const text = compliance.disclaimerText ?? formatDefaultDisclaimer(await definitions.read(tx, agent))
    await sendSystemMessage(tx, agent, { ...to, origin: 'disclaimer' }, text)
    writeLog(agent, { level: 'info', event: 'compliance.disclaimer', ...to })
  }
}
