import { type Deed, type Directive, inputOf, resolveDirective } from '@parley/testcase'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { PersonaDeps, Turn } from './deps.ts'
import type { Persona } from './persona.ts'
import { resolveTap, type Tap } from './tap.ts'
import { type PersonaTurn, playbookAfter, shownMessage } from './turn.ts'

/** A turn, tool calls and all; what takes longer is broken off. */
const turnMilliseconds = 120_000
/** What a person can still see, and so tap. */
const mostShown = 50

type Resolved = ReturnType<typeof resolveDirective>
type Missing = Extract<Resolved, { missing: unknown }>

/** Does what a directive says as the persona, and answers what came back. */
export async function playTurn(
  db: Db,
  agent: AgentKey,
  { persona, directive }: { persona: Persona; directive: Directive | Tap },
  deps: PersonaDeps,
): Promise<z.input<typeof PersonaTurn>> {
  const { asid, channel } = persona
  return deps.rehearsals.alone(agent, asid, async () => {
    const shown = await deps.rehearser.shown(agent, asid, mostShown)
    const deed = deedOf(isTap(directive) ? resolveTap(directive, shown) : resolveDirective(directive, shown))
    const signal = AbortSignal.timeout(turnMilliseconds)
    const rehearsed = await deps.rehearser.rehearse(agent, { asid, channel }, deed, signal)
    const { eventId, sessionId, messages, warnings, optsOut } = rehearsed
    const told = messages.map(({ messageId, message, text }) => ({ messageId, accepted: true, text, message }))
    const turn =
      (await deps.turns.ofEvent(db, agent, eventId)) ??
      (await deps.turns.keepBare(db, agent, {
        asid,
        sessionId,
        eventId,
        channel,
        input: inputOf(deed),
        messages: told,
        warnings,
        optsOut,
      }))
    return { ...shownTurn(turn, warnings), messages: messages.map(shownMessage) }
  })
}

const isTap = (directive: Directive | Tap): directive is Tap => typeof directive === 'object' && 'tap' in directive

function shownTurn(turn: Turn, more: string[]) {
  const { id, effects, warnings } = turn
  return { turnId: id, effects, ...playbookAfter(turn), warnings: [...new Set([...warnings, ...more])] }
}

function deedOf(resolved: Resolved): Deed {
  if (!('missing' in resolved)) return resolved
  if (resolved.fallback !== undefined) return { kind: 'says', text: resolved.fallback }
  throw invalid([{ field: 'turn', message: sentences[resolved.missing] }])
}

const sentences: Record<Missing['missing'], string> = {
  chip: 'names a chip that is not there to be tapped: give a fallback, or say what is shown',
  slot: 'names a time that is not there to be picked: give a fallback, or ask for times first',
  confirm: 'answers a confirmation that was not asked for: give a fallback',
  action: 'names an action that is not there to be tapped',
  simulate: 'cannot be simulated: that is not available yet',
}
