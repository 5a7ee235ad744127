import { z } from 'zod'
import { type Caller, isSystemOperator } from '../../platform/http/access.ts'
import { problem } from '../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route } from '../../platform/http/route.ts'
import { overlapQuery } from '../../platform/secrets/tokens.ts'
import { DispatchFailedError } from './adapter.ts'
import { type BindingActor, BindingCreate, BindingPatch, ChannelBinding, IdentitySecret } from './binding.ts'
import { bindChannel, changeBinding, issueIdentitySecret, releaseBinding, switchBinding } from './change.ts'
import { callbackUrlOf, carrierOf } from './channels.ts'
import type { ChannelRouteDeps, TemplateRouteDeps } from './deps.ts'
import { type FormValues, readAuth } from './form-values.ts'
import { findBinding, listBindings, lockBinding, type StoredBinding } from './queries/bindings.ts'

const tag = 'Channels'
const read = { role: 'viewer', scope: 'agents:read', tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const

export const channelRoutes = (deps: ChannelRouteDeps): Route[] => [
  ...providerTemplateRoutes(deps.templates),
  agentRoute({
    ...read,
    method: 'GET',
    path: '/channels',
    summary: 'List the channel bindings of the agent, newest first',
    response: z.strictObject({ data: z.array(ChannelBinding) }),
    handle: async ({ tx, agent }) => ({
      data: (await listBindings(tx, agent)).map((one) => serializeBinding(agent, one, deps)),
    }),
  }),
  agentRoute({
    ...write,
    method: 'POST',
    path: '/channels',
    summary: 'Bind the agent to a channel',
    description:
      'Managed: with the business details. Unmanaged: with your own account at a provider. ' +
      'The catalog `channels` has both forms. Each channel can be bound once.',
    body: BindingCreate,
    response: ChannelBinding,
    status: 201,
    problems: ['resource.conflict'],
    handle: async ({ tx, agent, body, caller, world }) => {
      const id = await bindChannel(tx, agent, { request: body, actor: actorOf(caller), world }, deps)
      return serializeWritten(agent, await findBinding(tx, agent, id), deps)
    },
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: '/channels/:bindingId',
    summary: 'Read a channel binding',
    response: ChannelBinding,
    find: ({ tx, agent, params }) => findBinding(tx, agent, params.bindingId),
    handle: async ({ agent, found }) => serializeBinding(agent, found, deps),
  }),
  agentRoute({
    ...write,
    method: 'PATCH',
    path: '/channels/:bindingId',
    summary:
      "Rotate a binding's credentials, or change its pacing, its compliance or web chat settings or the inputs it is waiting for",
    description:
      'Null clears `delivery` or `compliance`. A pace out of range, or compliance on a channel other than rcs and sms, is a 400.',
    body: BindingPatch,
    response: ChannelBinding,
    problems: ['resource.conflict'],
    find: ({ tx, agent, params }) => lockBinding(tx, agent, params.bindingId),
    handle: async ({ tx, agent, found, body, caller, world }) => {
      const by = { binding: found, actor: actorOf(caller), now: world.now() }
      await changeBinding(tx, agent, { ...by, patch: body }, deps)
      return serializeWritten(agent, await findBinding(tx, agent, found.id), deps)
    },
  }),
  agentRoute({
    ...write,
    method: 'DELETE',
    path: '/channels/:bindingId',
    summary: 'Cancel a channel request, or release its binding',
    description: 'The carrier verification of a managed rcs binding is restored when the channel is bound again.',
    find: ({ tx, agent, params }) => lockBinding(tx, agent, params.bindingId),
    handle: ({ tx, agent, found, world }) => releaseBinding(tx, agent, { binding: found, now: world.now() }, deps),
  }),
  ...(['disable', 'enable'] as const).map((verb) => switchRoute(verb, deps)),
  identitySecretRoute(deps),
]

const identitySecretRoute = (deps: ChannelRouteDeps): Route =>
  agentRoute({
    ...write,
    method: 'POST',
    path: '/channels/:bindingId/_rotateIdentitySecret',
    summary: 'Issue a new identity secret of a web chat; the old one stops working at once, or after an overlap',
    description: 'Your server signs the ids of signed-in visitors with it. It is shown only in this response.',
    query: overlapQuery,
    response: IdentitySecret,
    problems: ['resource.conflict'],
    guardedBy: '',
    find: ({ tx, agent, params }) => lockBinding(tx, agent, params.bindingId),
    handle: async ({ tx, agent, found, query, world }) => ({
      identitySecret: await issueIdentitySecret(tx, agent, { binding: found, world, ...query }, deps),
    }),
  })

function switchRoute(verb: 'disable' | 'enable', deps: ChannelRouteDeps): Route {
  return agentRoute({
    ...write,
    method: 'POST',
    path: `/channels/:bindingId/_${verb}`,
    summary: verb === 'disable' ? 'Turn a channel off' : 'Turn a channel back on',
    response: ChannelBinding,
    problems: ['resource.conflict'],
    guardedBy: '',
    find: ({ tx, agent, params }) => lockBinding(tx, agent, params.bindingId),
    handle: async ({ tx, agent, found, caller, world }) => {
      const by = { binding: found, actor: actorOf(caller), now: world.now() }
      await switchBinding(tx, agent, { ...by, verb }, deps)
      return serializeWritten(agent, await findBinding(tx, agent, found.id), deps)
    },
  })
}

function actorOf(caller: Caller): BindingActor {
  return isSystemOperator(caller) ? 'sysop' : 'operator'
}

type SerializeDeps = Pick<ChannelRouteDeps, 'gatewayPublicUrl' | 'keyring'>

function serializeWritten(agent: AgentKey, binding: StoredBinding | undefined, deps: SerializeDeps): ChannelBinding {
  if (!binding) throw new Error('expected the binding written in this transaction')
  return serializeBinding(agent, binding, deps)
}

function serializeBinding(
  agent: AgentKey,
  binding: StoredBinding,
  { gatewayPublicUrl, keyring }: SerializeDeps,
): ChannelBinding {
  const { id, channel, mode, provider, status, statusDetail, events, routingId, inputs } = binding
  const { minMessageDelayMs, complianceEnabled: enabled, disclaimerText, allowedOrigins, sealedAuth } = binding
  return {
    id,
    agentId: agent.id,
    channel,
    ...(mode === 'unmanaged' && { provider }),
    mode,
    carrier: carrierOf(provider),
    status,
    statusDetail,
    events,
    routingId,
    ...(mode === 'managed' && { inputs }),
    ...(minMessageDelayMs !== undefined && { delivery: { minMessageDelayMs } }),
    ...(enabled !== undefined && { compliance: { enabled, disclaimerText } }),
    ...(channel === 'webchat' && {
      webchat: { allowedOrigins, identitySecret: identitySecretState(readAuth(keyring, agent, { id, sealedAuth })) },
    }),
    callbackUrl: callbackUrlOf(gatewayPublicUrl, id),
  }
}

function identitySecretState({ identitySecret }: FormValues): { set: boolean; last4?: string } {
  return identitySecret === undefined ? { set: false } : { set: true, last4: identitySecret.slice(-4) }
}

const ProviderTemplateResponse = z
  .strictObject({
    name: z.string(),
    language: z.string(),
    status: z.string().meta({ description: "The provider's own word; only an APPROVED template can be sent." }),
    category: z.string().optional(),
    text: z.string().optional().meta({ description: 'The body with its variables.' }),
    variables: z.int().optional().meta({ description: 'How many variables the body has.' }),
  })
  .meta({
    id: 'ProviderTemplate',
    examples: [
      {
        name: 'spring_visit',
        language: 'en_US',
        status: 'APPROVED',
        category: 'MARKETING',
        text: 'Hello {{1}}, your boat is ready.',
        variables: 1,
      },
    ],
  })

/** Lists what the provider of a binding has approved; a provider without templates has none. */
const providerTemplateRoutes = ({ channels, ...tools }: TemplateRouteDeps): Route[] => [
  agentRoute({
    role: 'viewer',
    scope: 'agents:read',
    tag: 'Channels',
    method: 'GET',
    path: '/channels/:bindingId/templates',
    summary: "List the message templates of a binding's provider",
    description: 'Asks the provider each time. Empty where the channel has no templates.',
    response: z.strictObject({ data: z.array(ProviderTemplateResponse) }),
    problems: ['agent.channel.provider_failed'],
    transaction: false,
    find: async ({ agent, params }) => (await channels.listBindings(agent)).find(({ id }) => id === params.bindingId),
    handle: async ({ found }) => {
      const adapter = channels.findAdapter(found)
      try {
        return { data: (await adapter?.listTemplates?.(found, tools)) ?? [] }
      } catch (error) {
        if (!(error instanceof DispatchFailedError)) throw error
        throw problem('agent.channel.provider_failed', 502, { detail: error.detail })
      }
    },
  }),
]
