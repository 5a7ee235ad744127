import { type AnswerSource, channels, Place, statusStates, systemKinds } from '@parley/amf'
import { z } from 'zod'
import type { Config } from './config.ts'
import { webhookEventOperations } from './domains/catalogs/index.ts'
import type { GatewayEvent } from './domains/conversations/index.ts'
import type { ApiDescription } from './platform/http/openapi.ts'
import { type Json, type Schemas, toOpenApiSchema } from './platform/http/openapi-schemas.ts'
import { version } from './platform/version.ts'

const channel = z.enum(channels)
const answerSources = ['tap', 'pick', 'text'] as const satisfies readonly AnswerSource[]
const windowState = z.object({ state: z.enum(['open', 'closed']) })

const message = z.object({
  text: z.string().optional(),
  media: z.object({ url: z.string(), mediaType: z.string().optional(), name: z.string().optional() }).optional(),
  place: Place.optional(),
})

const result = z.object({
  intent: z.string(),
  intentId: z.string(),
  optionIds: z.array(z.string()),
  labels: z.array(z.string()),
  via: z.enum(answerSources),
  text: z.string().optional(),
  messageId: z.string().optional().describe('The message that asked the question.'),
})

const action = z.object({
  kind: z.enum(['url', 'dial', 'calendar', 'viewLocation', 'shareLocation']),
  label: z.string(),
  url: z.string().optional(),
  phone: z.string().optional(),
  messageId: z.string(),
})

const status = z.object({
  messageId: z.string(),
  state: z.enum(statusStates),
  attempt: z.object({ channel, provider: z.string() }),
  reason: z.string().optional(),
  detail: z.string().optional(),
})

/** The events of docs/gateway.md, each with a line for the API reference. */
const events = {
  message: ['A person sent a message', z.object({ type: z.literal('message'), message })],
  result: ['A person answered a question', z.object({ type: z.literal('result'), result })],
  action: ['A person tapped an action', z.object({ type: z.literal('action'), action })],
  status: ['The status of a message changed', z.object({ type: z.literal('status'), status })],
  system: [
    'The state of a conversation changed',
    z.object({ type: z.literal('system'), kind: z.enum(systemKinds), window: windowState.optional() }),
  ],
} satisfies {
  [Type in GatewayEvent['type']]: [summary: string, schema: z.ZodType<Extract<GatewayEvent, { type: Type }>>]
}

const buildEnvelope = (event: z.ZodType) =>
  z.object({
    spec: z.literal('amf/1'),
    instanceId: z.string().optional().describe('Set with the webhook.'),
    userId: z.string().describe('One person on one channel.'),
    mode: z.enum(['managed', 'unmanaged']),
    event: z.object({
      spec: z.literal('amf/1'),
      eventId: z.string().describe('The same on every attempt.'),
      timestamp: z.iso.datetime(),
      conversation: z.object({ userId: z.string(), sessionId: z.string() }),
      context: z.object({
        channel,
        provider: z.string(),
        capabilities: z.looseObject({}).describe('As GET /capabilities returns them.'),
        window: windowState,
        sandbox: z.literal(true).optional(),
        desk: z.object({ state: z.enum(['waiting', 'human']) }).optional(),
      }),
      event,
    }),
  })

const deliveries = Object.entries(events).map(([type, [summary, event]]) => {
  const id = `${type.charAt(0).toUpperCase()}${type.slice(1)}Event`
  return { type, summary, body: buildEnvelope(event).meta({ id }) }
})

/** The `webhooks` section of the gateway's document: every event that the gateway sends to the webhook of an agent. */
function gatewayEventOperations(schemas: Schemas): Record<string, Json> {
  return Object.fromEntries(
    deliveries.map(({ type, summary, body }) => [
      type,
      { post: buildOperation(type, summary, toOpenApiSchema(body, 'output', schemas)) },
    ]),
  )
}

function buildOperation(type: string, summary: string, schema: Json): Json {
  return {
    operationId: `events.${type}`,
    summary,
    description: 'The guide to the gateway explains the signature, the replies and the retries.',
    tags: ['Webhook'],
    security: [],
    parameters: ['x-svc-request-timestamp', 'x-svc-signature'].map((name) => ({
      ...{ name, in: 'header', required: true, schema: { type: 'string' } },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '200': {
        description: 'The messages that answer the event, if any.',
        content: {
          'application/json': {
            schema: { type: 'object', properties: { messages: { type: 'array', items: { type: 'object' } } } },
          },
          'application/x-ndjson': {},
        },
      },
      '204': { description: 'The event was received; there is no reply.' },
      '4XX': { description: 'The event was refused.' },
    },
  }
}

type Urls = Pick<Config, 'publicUrl' | 'gatewayPublicUrl'>

export function describeManagementApi({ publicUrl }: Urls): ApiDescription {
  return {
    title: 'Parley management API',
    version,
    description:
      'Orgs and their members, agents and all of their configuration, catalogs, knowledge. Guides are at `/docs`.',
    serverUrl: `${publicUrl}/v1`,
    webhooks: webhookEventOperations,
  }
}

export function describeGatewayApi({ gatewayPublicUrl }: Urls): ApiDescription {
  return {
    title: 'Parley messaging gateway',
    version,
    description: 'Messages to people on every channel, events from them, and where those events go.',
    serverUrl: `${gatewayPublicUrl}/v4`,
    webhooks: gatewayEventOperations,
  }
}
