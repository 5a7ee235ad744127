import {
  type IntegrationDef,
  isSameToolSource,
  isServiceIntegration,
  mergeToolListing,
  type ServiceIntegration,
  type ToolListing,
} from '@parley/definition'
import { limitConcurrency } from '../../../platform/concurrency/concurrency.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import { hasOtherCredentialTarget } from './credential.ts'
import { readTools, type ToolReader } from './read-tools.ts'

const maxConcurrentReadings = 8
const timeoutMilliseconds = 4_000

type StoredIntegrations = {
  integrations: readonly IntegrationDef[]
  openSecret(id: string): Promise<string | undefined>
}

/**
 * Reads the tools of the integrations that an import adds or changes. A service that cannot be reached does not stop an
 * import: its tools can be read later.
 */
export async function readImportedTools(
  sent: readonly IntegrationDef[],
  stored: StoredIntegrations,
  reader: ToolReader,
): Promise<Map<string, ToolListing>> {
  const limit = limitConcurrency(maxConcurrentReadings)
  const listings = new Map<string, ToolListing>()
  await Promise.all(
    sent.map(async (integration, index) => {
      if (!isServiceIntegration(integration)) return
      const before = stored.integrations.find(({ id }) => id === integration.id)
      if (before?.kind !== undefined && isSameToolSource(before, integration) && before.listing) return
      const listing = await limit(() => readOne(integration, { before, index, stored, reader }))
      listings.set(integration.id, listing)
    }),
  )
  return listings
}

type Place = { before: IntegrationDef | undefined; index: number; stored: StoredIntegrations; reader: ToolReader }

async function readOne(integration: ServiceIntegration, place: Place): Promise<ToolListing> {
  const { before, index, stored, reader } = place
  const keepsSecret = before !== undefined && !hasOtherCredentialTarget(before, integration)
  const secret = keepsSecret ? await stored.openSecret(integration.id) : undefined
  const read = await readTools(integration, { secret, isRefresh: true }, { ...reader, timeoutMilliseconds })
  if (!read.ok) {
    const at = `integrations.custom[${index}]`
    throw invalidRequest(read.errors.map(({ field, message }) => ({ field: `${at}.${field}`, message })))
  }
  const previous = before?.kind === integration.kind && keepsSecret ? before.listing : undefined
  return mergeToolListing(integration, previous, read.listing)
}
