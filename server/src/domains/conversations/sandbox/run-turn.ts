import { isUnavailable } from '../../../platform/db/errors.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { WebhookFailedError } from '../events/call-webhook.ts'
import { deliverEvent, logDeliveryFailure } from '../events/deliver-event.ts'
import type { StoredEvent } from '../events/envelope.ts'
import type { SandboxConversations, SandboxDeps } from './deps.ts'
import { processSandboxInput } from './process-input.ts'
import {
  findLastMessageKey,
  findSandboxActivity,
  listLastSandboxMessages,
  listSandboxMessagesAfter,
} from './queries.ts'
import { resolveSandboxInput } from './resolve-input.ts'
import { serializeSandboxMessage } from './serializer.ts'

/** Runs conversations that reach no real person; see `RunSandboxTurn`. Accepted messages are read back from storage. */
export function createSandboxConversations(deps: SandboxDeps): SandboxConversations {
  const { db, accept } = deps

  async function listSince(agent: AgentKey, asid: string, after: number) {
    const rows = await listSandboxMessagesAfter(db, agent, { asid, after })
    return rows.map((row) => toSandboxMessage(serializeSandboxMessage(row)))
  }

  return {
    async runTurn(agent, partner, input, signal) {
      const [after, resolved] = await Promise.all([
        findLastMessageKey(db, agent, partner.asid),
        resolveSandboxInput({ agent, partner }, input, deps),
      ])
      const processed = await inTransaction(db, (tx) =>
        processSandboxInput(tx, agent, { partner, input: resolved }, deps),
      )
      for (const entry of processed.logs) deps.writeLog(agent, entry)
      const warnings = await deliverAll(agent, processed.deliveredEvents, signal, deps)
      const messages = await listSince(agent, partner.asid, after)
      const { eventId, sessionId, optsOut } = processed
      return { eventId, sessionId, messages, warnings, optsOut }
    },
    async capture(agent, { asid }, message) {
      const after = await findLastMessageKey(db, agent, asid)
      const [accepted] = await accept(agent, [{ asid, message, sandbox: true }])
      if (!accepted) throw new Error('a message was neither accepted nor rejected')
      return { ...accepted, messages: await listSince(agent, asid, after) }
    },
    async listMessages(agent, asid, limit) {
      return (await listLastSandboxMessages(db, agent, { asid, limit })).map(serializeSandboxMessage)
    },
    readActivity: (agent, asid) => findSandboxActivity(db, agent, asid),
  }
}

function toSandboxMessage({ at: _, eventId: __, ...message }: ReturnType<typeof serializeSandboxMessage>) {
  return message
}

/**
 * Delivers events in order, each once: the user repeats a failed turn. Returns descriptions of ignored parts and
 * errors.
 */
export async function deliverAll(
  agent: AgentKey,
  events: readonly StoredEvent[],
  signal: AbortSignal,
  deps: SandboxDeps,
): Promise<string[]> {
  const warnings: string[] = []
  for (const event of events) {
    try {
      const { draft, pinnedVersion } = agent
      const dropped = await deliverEvent(agent.key, event, { attempt: 1, signal, draft, pinnedVersion }, deps)
      warnings.push(...dropped)
    } catch (error) {
      if (isUnavailable(error)) throw error
      logDeliveryFailure(agent.key, event, { error, attempt: 1, level: 'error' }, deps)
      return [...warnings, error instanceof WebhookFailedError ? error.message : 'The event could not be processed']
    }
  }
  return warnings
}
