import type { Operation } from './openapi.ts'

/** The callers; each tenant has a token for each of them. */
export const callerNames = [
  // An API key with every scope, keys with one scope, and the sessions of each role.
  ...(['key', 'reader', 'journey', 'owner', 'admin', 'editor', 'viewer'] as const),
  // Tokens of another organization, the installation, an emulator, the agent itself, a spare agent, and a web chat
  // visitor.
  ...(['other', 'system', 'grant', 'agent', 'spareAgent', 'visitor'] as const),
  ...(['nobody', 'garbage', 'odd'] as const),
] as const
export type CallerName = (typeof callerNames)[number]
export type CallerTokens = Record<Exclude<CallerName, 'nobody' | 'garbage' | 'odd'>, string>

export function buildAuthorization(caller: CallerName, tokens: CallerTokens): string | undefined {
  if (caller === 'nobody') return undefined
  if (caller === 'garbage') return 'Bearer sk-svc-nothing.\u00ff'
  if (caller === 'odd') return `bearer  ${tokens.key} x`
  return `Bearer ${tokens[caller]}`
}

export function listAllowedCallers({ prefix, path, callers }: Operation): readonly CallerName[] {
  if (callers) return callers
  // A listener receives the agent's events and has 30 seconds to answer each, so it must not be the agent that other
  // requests use.
  if (path.startsWith('/listen')) return ['spareAgent']
  if (prefix !== '/v1') return ['agent']
  if (path.startsWith('/system')) return ['system']
  if (path.startsWith('/emulator')) return ['grant']
  if (path.startsWith('/auth')) return ['owner']
  return ['key', 'key', 'owner']
}
