import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../platform/secrets/keyring.ts'
import {
  buildApiRequest,
  findViolatedRestriction,
  isSafeId,
  type McpToolBinding,
  type RouteToolBinding,
} from './bind-tools.ts'
import {
  type CallApi,
  createToolProblem,
  type Guard,
  type McpSession,
  type McpToolCall,
  type McpToolOutcome,
  type ToolArguments,
} from './tool.ts'
import { fetchWithinLimit, toMcpToolOutcome } from './tool-outcome.ts'

export type ToolRunDeps = { api: CallApi; session: McpSession; confirmations: Confirmations }

/** Runs a tool call; a rejection on the way is returned as an outcome too. */
export async function runMcpTool(
  offer: McpToolBinding,
  args: ToolArguments,
  deps: ToolRunDeps,
): Promise<McpToolOutcome> {
  if (!('routes' in offer)) return offer.tool.run(args)
  const held = findViolatedRestriction(offer, deps.session)
  if (held) return held === 'readOnly' ? readOnlyRefusal : oneAgentRefusal(deps.session)
  const base = await resolveBasePath(offer, args, deps)
  if (typeof base !== 'string') return base
  const request = buildApiRequest(offer, args, base)
  if ('invalid' in request) return toArgumentProblem(request.invalid)
  const call: McpToolCall = { ...deps, args, base, request }
  if (offer.tool.guard) return runGuarded(offer, call, deps)
  return fetchWithinLimit(call, (body) => offer.tool.toResult?.(body, args) ?? body)
}

const readOnlyRefusal = createToolProblem(
  'This connection is read-only',
  'Tell the user what you would have done; they can connect without read-only mode.',
)

const oneAgentRefusal = ({ agent }: McpSession): McpToolOutcome =>
  createToolProblem(`This connection is only for the agent ${agent}`)

function toArgumentProblem(invalid: Record<string, string>): McpToolOutcome {
  const errors = Object.entries(invalid).map(([field, message]) => ({ field, message }))
  const message = errors.map(({ field, message }) => `${field} ${message}`).join('; ')
  return { problem: { code: 'request.invalid', message: message, errors } }
}

/** Returns the path prefix for the tool's routes. The agent is optional if the org has only one. */
async function resolveBasePath(
  { isAgentScoped, routes }: RouteToolBinding,
  args: ToolArguments,
  { api, session }: ToolRunDeps,
): Promise<string | McpToolOutcome> {
  const [route] = routes.values()
  if (route?.access.kind !== 'org') return ''
  const org = `/orgs/${encodeURIComponent(session.org)}`
  if (!isAgentScoped) return org
  const named = args.agent ?? session.agent
  if (session.agent !== undefined && named !== session.agent) {
    return oneAgentRefusal(session)
  }
  if (named !== undefined) {
    return isSafeId(named)
      ? `${org}/agents/${encodeURIComponent(named)}`
      : toArgumentProblem({ agent: 'must be the id of an agent' })
  }
  return resolveOnlyAgent(api, org)
}

const maxNamedAgents = 20

async function resolveOnlyAgent(api: CallApi, org: string): Promise<string | McpToolOutcome> {
  const reply = await api({ method: 'GET', path: `${org}/agents`, query: { limit: maxNamedAgents } })
  if (reply.status !== 200)
    return createToolProblem('Set the argument agent to say which agent you mean', 'Ask the user for its id.')
  const agents = (reply.body as { data: { id: string; name: string }[] }).data
  const [only, ...others] = agents
  if (!only) return createToolProblem('The org has no agents yet', 'Create one with create_agent.')
  if (others.length === 0) return `${org}/agents/${encodeURIComponent(only.id)}`
  const known = agents.map(({ id, name }) => ({ id, name }))
  return { problem: { message: 'The org has several agents: set the argument agent', agents: known } }
}

/** The first call returns a preview with a token; the same call with that token executes. */
async function runGuarded(
  { tool }: RouteToolBinding,
  call: McpToolCall,
  { confirmations }: ToolRunDeps,
): Promise<McpToolOutcome> {
  const guard = tool.guard as Guard
  const { confirm, [guard.dryRunArgument ?? '']: dry, ...args } = call.args
  const acts = guard.dryRunArgument ? dry === false : confirm !== undefined
  if (acts && call.session.readOnly) return readOnlyRefusal
  const preview = await guard.preview(call)
  if ('refusal' in preview) return preview.refusal
  const about = [call.session.caller.id, tool.name, call.base, args, preview.fingerprint]
  if (!acts) {
    const more = call.session.readOnly ? {} : { confirm: confirmations.issue(about), next: guard.next }
    return { result: { ...preview.preview, ...more } }
  }
  if (confirmations.verify(confirm, about)) return guard.execute(call)
  return createToolProblem(
    'Nothing was done: this call was not previewed, or something changed since the preview',
    guard.next,
  )
}

export const callRoute = async (call: McpToolCall): Promise<McpToolOutcome> =>
  toMcpToolOutcome(await call.api(call.request))

/**
 * Tokens that prove the caller has seen a preview. Stateless: a token is an HMAC over the caller, the call and the
 * preview, so it is valid for nothing else.
 */
type Confirmations = { issue(about: unknown): string; verify(token: unknown, about: unknown): boolean }

const validMinutes = 15

export function createConfirmations({ signing }: Keyring, now: () => Date): Confirmations {
  const key = Buffer.from(hkdfSync('sha256', signing, '', 'parley mcp confirmation', 32))
  const wordOf = (about: unknown, until: string) =>
    `${until}-${createHmac('sha256', key)
      .update(`${until} ${JSON.stringify(about)}`)
      .digest('base64url')
      .slice(0, 32)}`
  return {
    issue: (about) => wordOf(about, Math.floor(now().getTime() / 60_000 + validMinutes).toString(36)),
    verify(token, about) {
      const [, until] = /^([0-9a-z]{1,9})-[\w-]{32}$/.exec(typeof token === 'string' ? token : '') ?? []
      if (until === undefined || Number.parseInt(until, 36) * 60_000 < now().getTime()) return false
      return timingSafeEqual(Buffer.from(token as string), Buffer.from(wordOf(about, until)))
    },
  }
}

export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')
