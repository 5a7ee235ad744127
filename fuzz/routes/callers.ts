import type { Operation } from './openapi.ts'

/** Who asks: each stage has a token for each of them. */
export const callerNames = [
  // An API key of every scope, keys of one scope, and what roles are signed in with.
  ...(['key', 'reader', 'journey', 'owner', 'admin', 'editor', 'viewer'] as const),
  // Of another org, of the installation, of an emulator, of the agent itself, of one that nobody needs, and of a web chat.
  ...(['other', 'system', 'grant', 'agent', 'spareAgent', 'visitor'] as const),
  ...(['nobody', 'garbage', 'odd'] as const),
] as const
export type CallerName = (typeof callerNames)[number]
export type CallerTokens = Record<Exclude<CallerName, 'nobody' | 'garbage' | 'odd'>, string>

/** What stands in the Authorization header. */
export function authorization(caller: CallerName, tokens: CallerTokens): string | undefined {
  if (caller === 'nobody') return undefined
  if (caller === 'garbage') return 'Bearer sk-svc-nothing.\u00ff'
  if (caller === 'odd') return `bearer  ${tokens.key} x`
  return `Bearer ${tokens[caller]}`
}

/** Those whom the route lets in. */
export function allowedCallers({ prefix, path, callers }: Operation): readonly CallerName[] {
  if (callers) return callers
  // Whoever listens to an agent has its events, and 30 seconds to answer each.
  if (path.startsWith('/listen')) return ['spareAgent']
  if (prefix !== '/v1') return ['agent']
  if (path.startsWith('/system')) return ['system']
  if (path.startsWith('/emulator')) return ['grant']
  if (path.startsWith('/auth')) return ['owner']
  return ['key', 'key', 'owner']
}
