import type { AgentKey } from '../../../platform/http/route.ts'
import { WebhookFailed } from '../events/call-webhook.ts'
import type { ToldEvent } from '../events/envelope.ts'
import { hear, logFailure } from '../events/hear.ts'
import type { Rehearser, RehearserDeps } from './deps.ts'
import { gatherHappening } from './gather.ts'
import { inTransaction, isUnavailable, lastMessageKey, lastShown, shownAfter } from './queries.ts'
import { shownOf } from './shown.ts'
import { takeHappening } from './take.ts'

/** Plays conversations that reach nobody; see `Rehearse`. What is accepted for the other side is read where it is kept. */
export function rehearserOf(deps: RehearserDeps): Rehearser {
  const { db, accept } = deps

  async function shownSince(agent: AgentKey, asid: string, after: number) {
    const rows = await shownAfter(db, agent, { asid, after })
    return rows.map((row) => bare(shownOf(row)))
  }

  return {
    async rehearse(agent, partner, happening, signal) {
      const [after, gathered] = await Promise.all([
        lastMessageKey(db, agent, partner.asid),
        gatherHappening({ agent, partner }, happening, deps),
      ])
      const taken = await inTransaction(db, (tx) => takeHappening(tx, agent, { partner, gathered }, deps))
      for (const entry of taken.logs) deps.writeLog(agent, entry)
      const warnings = await tellAll(agent, taken.told, signal, deps)
      const messages = await shownSince(agent, partner.asid, after)
      const { eventId, sessionId, optsOut } = taken
      return { eventId, sessionId, messages, warnings, optsOut }
    },
    async capture(agent, { asid }, message) {
      const after = await lastMessageKey(db, agent, asid)
      const [accepted] = await accept(agent, [{ asid, message, rehearsed: true }])
      if (!accepted) throw new Error('a message was neither accepted nor refused')
      return { ...accepted, shown: await shownSince(agent, asid, after) }
    },
    async shown(agent, asid, most) {
      return (await lastShown(db, agent, { asid, most })).map(shownOf)
    },
  }
}

function bare({ at: _, eventId: __, ...message }: ReturnType<typeof shownOf>) {
  return message
}

/** One after the other, and each once: whoever plays tries again. Answers what was let drop and went wrong, in words. */
async function tellAll(
  agent: AgentKey,
  told: readonly ToldEvent[],
  signal: AbortSignal,
  deps: RehearserDeps,
): Promise<string[]> {
  const warnings: string[] = []
  for (const event of told) {
    try {
      const dropped = await hear(agent.key, event, { attempt: 1, signal }, deps)
      warnings.push(...dropped)
    } catch (error) {
      if (isUnavailable(error)) throw error
      logFailure(agent.key, event, { error, attempt: 1, level: 'error' }, deps)
      return [...warnings, error instanceof WebhookFailed ? error.message : 'The event could not be answered']
    }
  }
  return warnings
}
