import type { Db } from '../../../platform/db/database.ts'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LinkPersona, LinkRouteDeps } from './deps.ts'
import { type Link, linkBlockedBy, linkBlockReasons } from './link.ts'
import { buildLinkOpening } from './link-opening.ts'

/** A link is redeemed for a persona: as on its page, but no use is consumed, and the opening reaches the persona only. */
export async function redeemForPersona(
  db: Db,
  agent: AgentKey,
  { link, personaId, now }: { link: Link; personaId: string; now: Date },
  deps: LinkRouteDeps,
): Promise<LinkPersona> {
  const persona = await deps.personas.find(db, agent, personaId)
  if (!persona) throw problem('agent.persona.not_found', 404)
  const hindrance = linkBlockedBy(link, await deps.channels.findByChannel(agent, 'rcs'), now)
  if (hindrance) throw unavailable(linkBlockReasons[hindrance])
  if (persona.channel !== 'rcs') throw unavailable('The persona is not on rcs.')
  await deps.rehearsals.withLease(agent, persona.asid, () => openSandboxConversation(db, agent, persona, deps))
  return persona
}

async function openSandboxConversation(
  db: Db,
  agent: AgentKey,
  { asid }: LinkPersona,
  deps: LinkRouteDeps,
): Promise<void> {
  const { text, message, playbookId } = buildLinkOpening(await deps.definitions.read(db, agent))
  const captured = await deps.rehearser.capture(agent, { asid, channel: 'rcs' }, message)
  if (!captured.accepted) {
    const reason = captured.reason === 'optedOut' ? 'The persona has opted out.' : captured.detail
    throw unavailable(reason ?? captured.reason)
  }
  await deps.opened(agent, asid, { text, playbookId })
}

const unavailable = (detail: string): Problem => problem('agent.outreach_link.unavailable', 409, { detail })
