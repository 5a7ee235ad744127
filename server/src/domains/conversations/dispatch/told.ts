import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Status } from '../event.ts'
import type { DispatchDeps } from './deps.ts'
import type { MessageRow } from './queries/message-row.ts'
import type { Target } from './queries/targets.ts'

type Told = Pick<Status, 'state' | 'reason' | 'detail'> & { row: MessageRow; provider?: string }

/** Of words of our own nobody hears. */
export async function tell(tx: Db, agent: AgentKey, told: Told, deps: DispatchDeps): Promise<void> {
  const { row, provider, ...state } = told
  if (row.origin !== 'agent') return
  const channel = row.channel as Target['channel']
  const used = provider ?? row.provider ?? (await deps.channels.on(agent, channel))?.provider ?? 'none'
  const status = { messageId: row.id, ...state, attempt: { channel, provider: used } }
  await deps.tellStatus(tx, agent, { asid: row.asid, sessionId: row.session_id, sandbox: row.sandbox, status })
}
