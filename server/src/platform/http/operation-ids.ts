import { z } from 'zod'
import type { HttpMethod, Route } from './route.ts'

/**
 * Derives the operationId of a route from its path and method: nouns, then a verb, as in `people.identities.update`.
 * Clients generated from the document, and the SDK, name their methods after it, so a name in use must not change. A
 * route whose derived verb reads badly declares `verb`.
 */
export function operationIdOf(route: Route): string {
  const { group, segments } = splitPath(route.path)
  const names = segments.filter((segment) => !segment.startsWith(':'))
  const last = names.at(-1) ?? ''
  const action = actionOf(route.method, last)
  const nouns = (action === undefined ? names : names.slice(0, -1)).map(toCamelCase)
  if (action?.noun) nouns.push(action.noun)
  const verb = route.verb ?? action?.verb ?? verbOf(route, segments)
  const path = group === undefined && nouns.length > 0 ? nouns : [group ?? 'messages', ...nouns]
  return [...path, verb].join('.')
}

/** The agent's own resources have no prefix; those of the org begin with `orgs`, except its agents. */
function splitPath(path: string): { group?: string; segments: string[] } {
  const ofAgent = /^\/orgs\/:org\/agents\/:agent(?:\/(.*))?$/.exec(path)
  if (ofAgent) {
    const segments = split(ofAgent[1])
    const isAgentItself = segments.length === 0 || (segments.length === 1 && agentActions.has(segments[0] ?? ''))
    return { segments, ...(isAgentItself && { group: 'agents' }) }
  }
  const ofOrg = /^\/orgs\/:org(?:\/(.*))?$/.exec(path)
  if (!ofOrg) return { segments: split(path) }
  return ofOrg[1] === 'agents' ? { segments: ['agents'] } : { group: 'orgs', segments: split(ofOrg[1]) }
}

const split = (path = ''): string[] => path.split('/').filter(Boolean)

/** The action of a last segment: `_rotate`, `flow:generate`, or a segment that is a verb, such as `import`. */
function actionOf(method: HttpMethod, segment: string): { verb: string; noun?: string } | undefined {
  const [noun, custom] = segment.split(':')
  if (custom) return { verb: toCamelCase(custom), noun: toCamelCase(noun ?? '') }
  if (segment.startsWith('_')) return { verb: toCamelCase(segment.slice(1)) }
  const verbs = method === 'GET' ? readActions : method === 'POST' ? writeActions : undefined
  return verbs?.has(segment) ? { verb: toCamelCase(segment) } : undefined
}

const agentActions = new Set(['apply-template', 'import', 'export'])
const readActions = new Set(['callback', 'count', 'diff', 'export', 'preview', 'search'])
const writeActions = new Set([
  ...['accept-invitation', 'review-invitation'],
  ...['apply', 'apply-template', 'cancel', 'choose-variant', 'compile', 'copy', 'disconnect', 'generate', 'import'],
  ...['pause', 'pin', 'preview', 'redeem', 'render', 'resume', 'sign-in', 'stage', 'start', 'switch', 'unpin'],
  'verify',
])

const verbs: Record<Exclude<HttpMethod, 'GET'>, string> = {
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
}

function verbOf({ method, response, responseTypes }: Route, segments: string[]): string {
  if (method !== 'GET') return verbs[method]
  if (responseTypes?.includes('text/event-stream')) return 'stream'
  return !segments.at(-1)?.startsWith(':') && isList(response) ? 'list' : 'get'
}

/** A list, or a page of one. */
function isList(response: z.ZodType | undefined): boolean {
  if (response instanceof z.ZodArray) return true
  return response instanceof z.ZodObject && response.shape.data instanceof z.ZodArray
}

function toCamelCase(segment: string): string {
  return segment.replace(/[-_]+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())
}
