import type { IntegrationDef, ServiceIntegration } from '@parley/definition'

/** Where the credential of an integration is sent, and how. */

export function buildAuthHeaders(auth: ServiceIntegration['auth'], secret: string | undefined): Record<string, string> {
  if (!auth || secret === undefined) return {}
  return auth.type === 'bearer' ? { authorization: `Bearer ${secret}` } : { [auth.header ?? 'authorization']: secret }
}

/** The kind and the origin that a credential was given for; undefined while the origin is not known. */
function credentialTargetOf(integration: IntegrationDef): string | undefined {
  if (integration.kind === undefined) return `http ${toOrigin(integration.endpoint.url)}`
  if (integration.kind === 'mcp') return `mcp ${toOrigin(integration.url)}`
  const url = integration.listing?.baseUrl ?? integration.serverUrl
  return url === undefined ? undefined : `openapi ${toOrigin(url)}`
}

const toOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url)

/**
 * Whether a stored credential would be sent elsewhere than it was meant for. The credential of an HTTP integration
 * belongs to the integration, whatever its address.
 */
export function hasOtherCredentialTarget(before: IntegrationDef, after: IntegrationDef): boolean {
  if (before.kind === undefined && after.kind === undefined) return false
  const target = credentialTargetOf(after)
  return target === undefined || target !== credentialTargetOf(before)
}
