import type { AgentKey } from '../../../platform/http/route.ts'
import { WebhookFailedError } from '../events/call-webhook.ts'
import type { StoredEvent } from '../events/envelope.ts'
import { deliverEvent, logDeliveryFailure } from '../events/deliver-event.ts'
import type { SandboxConversations, SandboxDeps } from './deps.ts'
import { resolveSandboxInput } from './resolve-input.ts'
import { inTransaction, isUnavailable, findLastMessageKey, listLastSandboxMessages, listSandboxMessagesAfter } from './queries.ts'
import { serializeSandboxMessage } from './serializer.ts'
import { processSandboxInput } from './process-input.ts'

/** Plays conversations that reach nobody; see `Rehearse`. What is accepted for the other side is read where it is kept. */
export function createSandboxConversations(deps: SandboxDeps): SandboxConversations {
  const { db, accept } = deps

  async function shownSince(agent: AgentKey, asid: string, after: number) {
    const rows = await listSandboxMessagesAfter(db, agent, { asid, after })
    return rows.map((row) => toSandboxMessage(serializeSandboxMessage(row)))
  }

  return {
    async runTurn(agent, partner, happening, signal) {
      const [after, gathered] = await Promise.all([
        findLastMessageKey(db, agent, partner.asid),
        resolveSandboxInput({ agent, partner }, happening, deps),
      ])
      const taken = await inTransaction(db, (tx) => processSandboxInput(tx, agent, { partner, gathered }, deps))
      for (const entry of taken.logs) deps.writeLog(agent, entry)
      const warnings = await deliverAll(agent, taken.deliveredEvents, signal, deps)
      const messages = await shownSince(agent, partner.asid, after)
      const { eventId, sessionId, optsOut } = taken
      return { eventId, sessionId, messages, warnings, optsOut }
    },
    async capture(agent, { asid }, message) {
      const after = await findLastMessageKey(db, agent, asid)
      const [accepted] = await accept(agent, [{ asid, message, rehearsed: true }])
      if (!accepted) throw new Error('a message was neither accepted nor refused')
      return { ...accepted, shown: await shownSince(agent, asid, after) }
    },
    async listMessages(agent, asid, most) {
      return (await listLastSandboxMessages(db, agent, { asid, most })).map(serializeSandboxMessage)
    },
  }
}

function toSandboxMessage({ at: _, eventId: __, ...message }: ReturnType<typeof serializeSandboxMessage>) {
  return message
}

/** One after the other, and each once: whoever plays tries again. Answers what was let drop and went wrong, in words. */
async function deliverAll(
  agent: AgentKey,
  told: readonly StoredEvent[],
  signal: AbortSignal,
  deps: SandboxDeps,
): Promise<string[]> {
  const warnings: string[] = []
  for (const event of told) {
    try {
      const dropped = await deliverEvent(agent.key, event, { attempt: 1, signal }, deps)
      warnings.push(...dropped)
    } catch (error) {
      if (isUnavailable(error)) throw error
      logDeliveryFailure(agent.key, event, { error, attempt: 1, level: 'error' }, deps)
      return [...warnings, error instanceof WebhookFailedError ? error.message : 'The event could not be answered']
    }
  }
  return warnings
}
