import { z } from 'zod'
import type { ToolAdapter, ToolCall } from '../../adapter.ts'
import { callToolProvider, omitEmpty, parseResponse, type ToolProvider, toProviderError } from '../provider.ts'

const ErrorBody = z.object({
  message: z.string(),
  errors: z.array(z.object({ message: z.string() })).optional(),
})

const hubspot: ToolProvider = {
  name: 'HubSpot',
  fixCredentials: 'Enter a valid access token of a HubSpot private app in the settings of the tool.',
  fixPermission: 'Give the HubSpot private app the crm.objects.contacts.write scope.',
  explain(body) {
    const { data } = ErrorBody.safeParse(body)
    return data?.errors?.[0]?.message ?? data?.message
  },
  // A batch that fails for each of its contacts is still a success for HTTP.
  classify: (status) => (status < 300 ? 'invalid' : undefined),
}

const Upserted = z.object({
  results: z.array(z.object({ id: z.string(), new: z.boolean().optional(), url: z.url().optional().catch(undefined) })),
  errors: z.array(z.unknown()).optional(),
})

/** The fields have the names of HubSpot's contact properties. */
type Contact = { email: string } & Record<string, string>
type HubspotConfig = { ownerId?: string; leadStatus?: string }

export const hubspotAdapter: ToolAdapter = {
  toolId: '@svc/tool.hubspot-contact',
  baseUrl: () => 'https://api.hubapi.com',
  sideEffects: true,
  // A repeated upsert finds the contact that the first one created.
  idempotent: true,
  async call(call) {
    const response = await callToolProvider(hubspot, call, {
      method: 'POST',
      path: '/crm/v3/objects/contacts/batch/upsert',
      headers: { authorization: `Bearer ${call.secrets.accessToken}` },
      json: { inputs: [toUpsertInput(call)] },
    })
    const { results, errors } = parseResponse(hubspot, Upserted, response)
    const [contact] = results
    if (!contact) throw toProviderError(hubspot, call, { ...response, text: JSON.stringify(errors?.[0] ?? {}) })
    const { id, url, new: created } = contact
    return { id, ...(created !== undefined && { created }), ...(url && { url }) }
  },
}

function toUpsertInput({ with: given, config }: ToolCall): object {
  const contact = given as Contact
  const { ownerId, leadStatus } = config as HubspotConfig
  const properties = omitEmpty({ ...contact, hubspot_owner_id: ownerId, hs_lead_status: leadStatus })
  return { id: contact.email, idProperty: 'email', properties }
}
