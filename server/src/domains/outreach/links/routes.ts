import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest, type Problem, problem, toBadRequest } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { generateToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'
import type { LinkPersona, LinkRouteDeps } from './deps.ts'
import {
  deliveryOfLink,
  findChannelFaults,
  type Link,
  LinkCreate,
  type LinkFault,
  LinkPatch,
  LinkRedeem,
  LinkRedemptionResult,
  linkBlockedBy,
  linkBlockReasons,
  listOpenChannels,
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
  const bindings = await deps.channels.listBindings(agent)
  const block = linkBlockedBy(link, bindings, now)
  if (block) throw unavailable(linkBlockReasons[block])
  const open = listOpenChannels(link, bindings)
  const channel = open.find((one) => one === persona.channel)
  if (!channel) throw unavailable(`The persona is not on ${open.join(' or ')}.`)
  await deps.sandboxes.withLease(agent, persona.asid, () =>
    openSandboxConversation(db, agent, { asid: persona.asid, channel, link }, deps),
  )
  return persona
}

type SandboxRedemption = { asid: string; channel: Channel; link: Link }

async function openSandboxConversation(
  db: Db,
  agent: AgentKey,
  { asid, channel, link }: SandboxRedemption,
  deps: LinkRouteDeps,
): Promise<void> {
  const { text, message, playbookId } = buildLinkOpening(await deps.definitions.read(db, agent))
  const { templates } = deliveryOfLink(link) ?? {}
  const opening = { ...message, ...(templates && { delivery: { templates } }) }
  const captured = await deps.sandboxConversations.capture(agent, { asid, channel }, opening)
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
  const { bindingId, channels: wanted, templates, label, maxUses } = request
  const now = world.now()
  const expiresAt = resolveLinkExpiry(request, now)
  if ('fault' in expiresAt) throw refusal([{ field: 'expiresAt', message: expiresAt.fault }])
  const faults = findChannelFaults(request, await channels.listBindings(agent, tx))
  if (faults.length > 0) throw refusal(faults)
  const id = world.newId('lnk')
  const code = generateToken(world, '', codeLetters)
  const delivery = { ...(wanted && { channels: wanted }), ...(templates && { templates }) }
  const link = { id, code, bindingId, ...delivery, label, maxUses, uses: 0, expiresAt, disabled: false, createdAt: now }
  await insertOutreachLink(tx, agent, link)
  return link
}

const refusal = (faults: LinkFault[]) => toBadRequest(invalidRequest(faults), 'request.malformed')

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
      'in its default playbook. The message leaves on rcs, or on the first of `channels` that reaches the number. ' +
      'Invalid input is a 400.',
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
