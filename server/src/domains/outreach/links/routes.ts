import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { createLink } from './create.ts'
import type { LinkRouteDeps } from './deps.ts'
import { LinkCreate, LinkPatch, LinkRedeem, LinkRedemptionResult, OutreachLink, serializeLink } from './link.ts'
import {
  deleteOutreachLink,
  findOutreachLink,
  listOutreachLinks,
  lockOutreachLink,
  setLinkDisabled,
} from './queries.ts'
import { redeemForPersona } from './rehearse.ts'

const tag = 'Outreach links'
const write = { role: 'editor', scope: 'agents:write', tag, validationErrorStyle: 'malformed' } as const

/** Document 2, Outreach links. */
export const linkRoutes = (deps: LinkRouteDeps): Route[] => [
  agentRoute({
    role: 'viewer',
    scope: 'agents:read',
    tag,
    method: 'GET',
    path: '/outreach-links',
    summary: 'List the outreach links of the agent, newest first',
    answer: listSchema(OutreachLink),
    handle: async ({ tx, agent }) => ({
      data: (await listOutreachLinks(tx, agent)).map((link) => serializeLink(link, deps.publicUrl)),
    }),
  }),
  agentRoute({
    ...write,
    method: 'POST',
    path: '/outreach-links',
    summary: 'Make a link to a public page on which testers enter their number',
    description:
      'On rcs nobody can write to a business first: whoever enters a number on the page gets a message of the agent, ' +
      'in its default playbook. What does not fit is 400.',
    body: LinkCreate,
    answer: OutreachLink,
    status: 201,
    handle: async ({ tx, agent, body, world }) =>
      serializeLink(await createLink(tx, agent, { asked: body, world }, deps), deps.publicUrl),
  }),
  agentRoute({
    ...write,
    method: 'PATCH',
    path: '/outreach-links/:linkId',
    summary: 'Pause or resume an outreach link',
    description: 'Resuming clears `disabledReason`; a link whose channel is gone still begins no conversations.',
    body: LinkPatch,
    answer: OutreachLink,
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
      'As on the page of the link, but it consumes no use. The opening is among the turns of the persona. ' +
      'Why a link is unavailable is in `detail`.',
    body: LinkRedeem,
    answer: LinkRedemptionResult,
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
