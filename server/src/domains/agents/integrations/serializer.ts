import {
  type HttpIntegration,
  type IntegrationDef,
  integrationId,
  integrationSchemas,
  integrationStatuses,
  listIntegrationTools,
  memoize,
  type ServiceIntegration,
} from '@parley/definition'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import { integrationSecretName, SecretState, type SecretStates } from '../secrets/secrets.ts'

const Tool = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    parameters: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema of the arguments.' }),
    readOnly: z.boolean().meta({ description: 'Whether a call changes nothing. Any other call runs once per event.' }),
  })
  .meta({
    id: 'IntegrationTool',
    examples: [{ name: 'lookup', description: 'Finds a customer.', parameters: { type: 'object' }, readOnly: true }],
  })

const serviceFields = {
  auth: z.strictObject({
    type: integrationSchemas.auth.type.optional(),
    header: z.string().optional(),
    ...SecretState.shape,
  }),
  tools: z.array(Tool).meta({ description: 'The tools that the agent may call.' }),
  status: z.enum(integrationStatuses).meta({ description: 'The outcome of the last reading of the tools.' }),
  statusDetail: z.string().optional(),
  refreshedAt: timestamp.optional().meta({ description: 'When the tools were last read.' }),
}

const { http, mcp, openapi } = integrationSchemas

export const Integration = z
  .discriminatedUnion('kind', [
    z.strictObject({ id: integrationId, kind: z.literal('http'), ...http, auth: SecretState }),
    z.strictObject({ id: integrationId, ...mcp, ...serviceFields }),
    z.strictObject({ id: integrationId, ...openapi, ...serviceFields }),
  ])
  .meta({
    id: 'Integration',
    examples: [
      {
        id: 'orders',
        kind: 'http',
        description: 'Looks up an order',
        endpoint: { url: 'https://example.com/orders', method: 'POST' },
        auth: { set: false },
      },
    ],
  })
type IntegrationResponse = z.input<typeof Integration>

export function serializeIntegration(integration: IntegrationDef, states: SecretStates): IntegrationResponse {
  const secret = states.of(integrationSecretName(integration.id))
  if (integration.kind === undefined) return { ...withDefaults(integration), auth: secret }
  return serializeService(integration, secret)
}

/** Large documents would make the list slow, and only a single GET needs them. */
export const serializeIntegrations = memoize((integrations: IntegrationDef[]) =>
  memoize((states: SecretStates) => ({
    data: integrations
      .map((integration): IntegrationResponse => {
        const response = serializeIntegration(integration, states)
        return response.kind === 'openapi' ? { ...response, document: undefined } : response
      })
      .reverse(),
  })),
)

export function withDefaults({ id, name = id, description, parameters = {}, endpoint }: HttpIntegration) {
  const { url, method = 'POST' } = endpoint
  return { id, kind: 'http' as const, name, description, parameters, endpoint: { url, method } }
}

const unreadDetail = 'The tools were not read yet. Refresh the integration to read them.'

function serializeService({ auth, listing, ...record }: ServiceIntegration, secret: SecretState): IntegrationResponse {
  const { status = 'unreachable', statusDetail = listing ? undefined : unreadDetail, refreshedAt } = listing ?? {}
  const tools = listIntegrationTools({ ...record, ...(listing && { listing }) }).map(
    ({ name, description, parameters, readOnly }) => ({ name, description, parameters, readOnly }),
  )
  return {
    ...record,
    auth: { ...auth, ...secret },
    tools,
    status,
    ...(statusDetail !== undefined && { statusDetail }),
    ...(refreshedAt !== undefined && { refreshedAt }),
  }
}
