import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest, type Problem, problem, toBadRequest } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { generateToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'
import type { LinkPersona, LinkRouteDeps } from './deps.ts'
import {
  type Link,
  LinkCreate,
  LinkPatch,
  LinkRedeem,
  LinkRedemptionResult,
  linkBlockedBy,
  linkBlockReasons,
  OutreachLink,
  resolveLinkExpiry,
  serializeLink,
} from './link.ts'
import { buildLinkOpening } from './link-opening.ts'
import {
  deleteOutreachLink,
  findOutreachLink,
  insertOutreachLink,
  listOutreachLinks,
  lockOutreachLink,
  setLinkDisabled,
} from './queries.ts'

/**
 * Redeems a link for a persona: as on its page, but without counting a use, and the opening reaches only the persona.
 */
async function redeemForPersona(
  db: Db,
  agent: AgentKey,
  { link, personaId, now }: { link: Link; personaId: string; now: Date },
  deps: LinkRouteDeps,
): Promise<LinkPersona> {
  const persona = await deps.personas.find(db, agent, personaId)
  if (!persona) throw problem('agent.persona.not_found', 404)
  const block = linkBlockedBy(link, await deps.channels.findByChannel(agent, 'rcs'), now)
  if (block) throw unavailable(linkBlockReasons[block])
  if (persona.channel !== 'rcs') throw unavailable('The persona is not on rcs.')
  await deps.sandboxes.withLease(agent, persona.asid, () => openSandboxConversation(db, agent, persona, deps))
  return persona
}

async function openSandboxConversation(
  db: Db,
  agent: AgentKey,
  { asid }: LinkPersona,
  deps: LinkRouteDeps,
): Promise<void> {
  const { text, message, playbookId } = buildLinkOpening(await deps.definitions.read(db, agent))
  const captured = await deps.sandboxConversations.capture(agent, { asid, channel: 'rcs' }, message)
  if (!captured.accepted) {
    const reason = captured.reason === 'optedOut' ? 'The persona has opted out.' : captured.detail
    throw unavailable(reason ?? captured.reason)
  }
  await deps.opened(agent, asid, { text, playbookId })
}

const unavailable = (detail: string): Problem => problem('agent.outreach_link.unavailable', 409, { detail })

/** About 130 bits, so a page cannot be found by guessing. */
const codeLetters = 22

async function createLink(
  tx: Db,
  agent: AgentKey,
  { request, world }: { request: LinkCreate; world: World },
  { channels }: Pick<LinkRouteDeps, 'channels'>,
): Promise<Link> {
  const { bindingId, label, maxUses } = request
  const now = world.now()
  const expiresAt = resolveLinkExpiry(request, now)
  if ('fault' in expiresAt) throw refusal('expiresAt', expiresAt.fault)
  if ((await channels.findByChannel(agent, 'rcs', tx))?.id !== bindingId) {
    throw refusal('bindingId', 'must be the id of an rcs binding of this agent')
  }
  const id = world.newId('lnk')
  const code = generateToken(world, '', codeLetters)
  const link = { id, code, bindingId, label, maxUses, uses: 0, expiresAt, disabled: false, createdAt: now }
  await insertOutreachLink(tx, agent, link)
  return link
}

const refusal = (field: string, message: string) =>
  toBadRequest(invalidRequest([{ field, message }]), 'request.malformed')

const tag = 'Outreach links'
const write = { role: 'editor', scope: 'agents:write', tag, validationErrorStyle: 'malformed' } as const

export const linkRoutes = (deps: LinkRouteDeps): Route[] => [
  agentRoute({
    role: 'viewer',
    scope: 'agents:read',
    tag,
    method: 'GET',
    path: '/outreach-links',
    summary: 'List the outreach links of the agent, newest first',
    response: listSchema(OutreachLink),
    handle: async ({ tx, agent }) => ({
      data: (await listOutreachLinks(tx, agent)).map((link) => serializeLink(link, deps.publicUrl)),
    }),
  }),
  agentRoute({
    ...write,
    method: 'POST',
    path: '/outreach-links',
    summary: 'Create a link to a public page where testers enter their number',
    description:
      'On rcs, people cannot write to a business first: anyone who enters a number on the page gets a message from the agent, ' +
      'in its default playbook. Invalid input is a 400.',
    body: LinkCreate,
    response: OutreachLink,
    status: 201,
    handle: async ({ tx, agent, body, world }) =>
      serializeLink(await createLink(tx, agent, { request: body, world }, deps), deps.publicUrl),
  }),
  agentRoute({
    ...write,
    method: 'PATCH',
    path: '/outreach-links/:linkId',
    summary: 'Pause or resume an outreach link',
    description: 'Resuming clears `disabledReason`; a link whose channel was deleted still starts no conversations.',
    body: LinkPatch,
    response: OutreachLink,
    find: ({ tx, agent, params }) => lockOutreachLink(tx, agent, params.linkId),
    handle: async ({ tx, agent, found, body: { disabled } }) => {
      await setLinkDisabled(tx, agent, found.id, disabled)
      const { disabledReason, ...link } = found
      return serializeLink({ ...link, disabled, ...(disabled && { disabledReason }) }, deps.publicUrl)
    },
  }),
  agentRoute({
    ...write,
    method: 'DELETE',
    path: '/outreach-links/:linkId',
    summary: 'Delete an outreach link; its page is gone at once',
    find: ({ tx, agent, params }) => lockOutreachLink(tx, agent, params.linkId),
    handle: ({ tx, agent, found }) => deleteOutreachLink(tx, agent, found.id),
  }),
  redeemRoute(deps),
]

const redeemRoute = (deps: LinkRouteDeps): Route =>
  agentRoute({
    ...write,
    method: 'POST',
    path: '/outreach-links/:linkId/redeem',
    summary: 'Redeem an outreach link for a persona',
    description:
      "Like the page of the link, but it does not count as a use. The opener is among the persona's turns. " +
      'If the link is unavailable, `detail` says why.',
    body: LinkRedeem,
    response: LinkRedemptionResult,
    status: 202,
    problems: [
      'agent.persona.not_found',
      'agent.persona.unavailable',
      'agent.outreach_link.unavailable',
      'resource.conflict',
    ],
    transaction: false,
    audited: false,
    find: ({ tx, agent, params }) => findOutreachLink(tx, agent, params.linkId),
    handle: async ({ tx, agent, found: link, body: { personaId }, world }) => {
      const { asid: userId } = await redeemForPersona(tx, agent, { link, personaId, now: world.now() }, deps)
      return { status: 'queued' as const, personaId, userId }
    },
  })
