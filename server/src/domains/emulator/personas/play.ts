import { type Directive, type PersonAction, resolveDirective, toActionInput } from '@parley/testcase'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { PersonaDeps, PersonaTurnRecord } from './deps.ts'
import type { Persona } from './persona.ts'

import { endPlaybookOf, type PersonaTap, type PersonaTurn, resolveTap, serializePersonaMessage } from './turn.ts'

/** Limit for a whole turn including tool calls; a longer turn is aborted. */
const turnMilliseconds = 120_000
/** Messages that the person can still see and therefore tap. */
const maxShown = 50

type ResolvedDirective = ReturnType<typeof resolveDirective>
type Missing = Extract<ResolvedDirective, { missing: unknown }>

export async function playTurn(
  db: Db,
  agent: AgentKey,
  { persona, directive }: { persona: Persona; directive: Directive | PersonaTap },
  deps: PersonaDeps,
): Promise<z.input<typeof PersonaTurn>> {
  const { asid, channel } = persona
  return deps.rehearsals.withLease(agent, asid, async () => {
    const shown = await deps.sandbox.listMessages(agent, asid, maxShown)
    const deed = resolveDeed(isTap(directive) ? resolveTap(directive, shown) : resolveDirective(directive, shown))
    const signal = AbortSignal.timeout(turnMilliseconds)
    const played = await deps.sandbox.runTurn(agent, { asid, channel }, deed, signal)
    const { eventId, sessionId, messages, warnings, optsOut } = played
    const accepted = messages.map(({ messageId, message, text }) => ({ messageId, accepted: true, text, message }))
    const turn =
      (await deps.turns.findByEvent(db, agent, eventId)) ??
      (await deps.turns.saveWebhookTurn(db, agent, {
        asid,
        sessionId,
        eventId,
        channel,
        input: toActionInput(deed),
        messages: accepted,
        warnings,
        optsOut,
      }))
    return { ...serializeTurn(turn, warnings), messages: messages.map(serializePersonaMessage) }
  })
}

const isTap = (directive: Directive | PersonaTap): directive is PersonaTap =>
  typeof directive === 'object' && 'tap' in directive

function serializeTurn(turn: PersonaTurnRecord, more: string[]) {
  const { id, effects, warnings } = turn
  return { turnId: id, effects, ...endPlaybookOf(turn), warnings: [...new Set([...warnings, ...more])] }
}

function resolveDeed(resolved: ResolvedDirective): PersonAction {
  if (!('missing' in resolved)) return resolved
  if (resolved.fallback !== undefined) return { kind: 'says', text: resolved.fallback }
  throw invalidRequest([{ field: 'turn', message: missingMessages[resolved.missing] }])
}

const missingMessages: Record<Missing['missing'], string> = {
  chip: 'names a chip that is not there to be tapped: give a fallback, or say what is shown',
  slot: 'names a time that is not there to be picked: give a fallback, or ask for times first',
  confirm: 'answers a confirmation that was not asked for: give a fallback',
  action: 'names an action that is not there to be tapped',
  simulate: 'cannot be simulated: that is not available yet',
}
