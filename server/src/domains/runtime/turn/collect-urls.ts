import { type AgentDefinition, memoize } from '@parley/definition'

/** Every URL that an operator wrote anywhere in the configuration counts as the agent's own. */
export const collectUrls = memoize((definition: AgentDefinition): ReadonlySet<string> => {
  const addresses = new Set<string>()
  collectUrlsInto(definition, addresses)
  return addresses
})

function collectUrlsInto(value: unknown, addresses: Set<string>): void {
  if (typeof value === 'string') {
    if (/^https?:\/\/\S+$/i.test(value)) addresses.add(value)
    for (const [address] of value.matchAll(/https?:\/\/[^\s"'<>|()[\]]+/gi)) addresses.add(address)
  } else if (value !== null && typeof value === 'object') {
    for (const entry of Object.values(value)) collectUrlsInto(entry, addresses)
  }
}
