import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { LiveBinding } from '../../channels/index.ts'
import type { WriteLog } from '../deps.ts'

export type LogRefusal = (agent: AgentKey, binding: LiveBinding, reason: string) => void

const gapMilliseconds = 60_000
const maxBindings = 10_000

/** Anybody can call without a signature: each binding has one line a minute, which counts those before it that had none. */
export function createRefusalLog({ world, writeLog }: { world: World; writeLog: WriteLog }): LogRefusal {
  const logged = new Map<string, { at: number; since: number }>()
  return (agent, { id, provider, channel }, reason) => {
    const now = world.now().getTime()
    const last = logged.get(id)
    if (last && now - last.at < gapMilliseconds) {
      last.since += 1
      return
    }
    if (logged.size >= maxBindings) logged.clear()
    logged.set(id, { at: now, since: 0 })
    const data = { provider, reason, ...(last?.since && { unlogged: last.since }) }
    writeLog(agent, { level: 'warn', event: 'channel.rejected', channel, data })
  }
}
