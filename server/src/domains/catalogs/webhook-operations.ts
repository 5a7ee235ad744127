import type { Json, Schemas } from '../../platform/http/openapi-schemas.ts'
import { webhookEvents } from './content/webhook-events.ts'

/** The `webhooks` section of the management API's document: each event of an org with the fields of its sample. */
export function webhookEventOperations(schemas: Schemas): Record<string, Json> {
  return Object.fromEntries(
    webhookEvents.map((event) => {
      const name = `${toPascalCase(event.id)}Event`
      schemas[name] = buildEventSchema(event.id, event.example)
      return [event.id, { post: buildOperation(event, name) }]
    }),
  )
}

type Event = { id: string; name: string; description: string; example?: Record<string, unknown> }

function buildOperation({ id, name, description }: Event, schemaName: string): Json {
  return {
    operationId: `events.${toCamelCase(id)}`,
    summary: name,
    description: `${description} The signature follows Standard Webhooks.`,
    tags: ['Webhooks'],
    security: [],
    parameters: [
      header('webhook-id', 'The id of the event, the same on every attempt.'),
      header('webhook-timestamp', 'When this call was made, in seconds.'),
      header('webhook-signature', 'One signature, or several during a rotation, separated by spaces.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${schemaName}` } } },
    },
    responses: {
      '2XX': { description: 'The event was received.' },
      '410': { description: 'The endpoint no longer exists: Parley deactivates the webhook.' },
      '4XX': { description: 'Parley tries again later.' },
    },
  }
}

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

function buildEventSchema(type: string, example: Record<string, unknown> = {}): Json {
  const text = { type: 'string' }
  return {
    type: 'object',
    required: ['id', 'type', 'timestamp', 'orgId', 'data'],
    properties: {
      id: { ...text, description: 'The same as the header webhook-id.' },
      type: { ...text, const: type },
      timestamp: { ...text, format: 'date-time' },
      orgId: text,
      data: { ...schemaOf(example.data), description: 'Ids and states. Fields may be missing, and may be added.' },
    },
    examples: [example],
  }
}

function schemaOf(value: unknown): Json {
  if (value === null) return {}
  if (Array.isArray(value)) return { type: 'array', items: value.length > 0 ? schemaOf(value[0]) : {} }
  if (typeof value === 'object') {
    const properties = Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)])
    return { type: 'object', properties: Object.fromEntries(properties) }
  }
  return { type: Number.isInteger(value) ? 'integer' : typeof value }
}

/** `campaign.status_changed` becomes `campaignStatusChanged`. */
const toCamelCase = (id: string): string => id.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())

const toPascalCase = (id: string): string => toCamelCase(`.${id}`)
