import { decideAccess } from '../platform/http/access.ts'
import type { Route } from '../platform/http/route.ts'
import { describeRouteInput, type JsonObject, type JsonSchema, type RouteInput } from './schema.ts'
import type {
  LocalTool,
  McpApiRequest,
  McpSession,
  McpTool,
  RouteChoice,
  RouteName,
  RouteTool,
  ToolArguments,
  ToolHints,
} from './tool.ts'

export type RouteToolBinding = {
  tool: RouteTool
  routes: ReadonlyMap<string, Route>
  input: RouteInput
  isAgentScoped: boolean
  hints: ToolHints
}

export type McpToolBinding = RouteToolBinding | { tool: LocalTool }

/** Binds tools to their routes. A tool whose routes this process does not serve is left out. */
export function bindTools(tools: readonly McpTool[], routes: readonly Route[]): McpToolBinding[] {
  const byName = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]))
  return tools.flatMap((tool): McpToolBinding[] => ('run' in tool ? [{ tool }] : bindRouteTool(tool, byName)))
}

function bindRouteTool(tool: RouteTool, byName: ReadonlyMap<string, Route>): RouteToolBinding[] {
  const named = Object.entries(routeChoiceOf(tool)?.routes ?? { '': tool.route as RouteName })
  const routes = new Map(
    named.flatMap(([choice, name]) => {
      const route = byName.get(expandRouteName(name))
      return route ? [[choice, route] as const] : []
    }),
  )
  const [first] = routes.values()
  return first
    ? [{ tool, routes, input: describeRouteInput(first), isAgentScoped: first.agent, hints: toolHintsOf(tool, first) }]
    : []
}

const expandRouteName = (name: RouteName): string =>
  name.replace(/ A/, ' /orgs/:org/agents/:agent').replace(/ O/, ' /orgs/:org')

const routeChoiceOf = ({ route }: RouteTool): RouteChoice | undefined => (typeof route === 'string' ? undefined : route)

/**
 * Derives hints from the method unless the tool overrides them: PUT and PATCH may destroy data, and a repeated POST
 * acts twice.
 */
function toolHintsOf({ isReadOnly, hints }: RouteTool, { method }: Route): ToolHints {
  const readOnly = method === 'GET' || isReadOnly === true
  return {
    readOnlyHint: readOnly,
    destructiveHint: !readOnly && method !== 'POST',
    idempotentHint: readOnly || method !== 'POST',
    openWorldHint: false,
    ...hints,
  }
}

/**
 * Whether the caller sees the tool. Hides tools that the caller's role and scopes would not allow, by the routes' own
 * access decision.
 */
export function isToolVisible(offer: McpToolBinding, session: McpSession): boolean {
  if (!('routes' in offer)) return true
  if (findViolatedRestriction(offer, session)) return false
  const { agent, caller, org } = session
  return [...offer.routes.values()].some(({ access }) => decideAccess(caller, access, { org, agent }) === undefined)
}

/**
 * Returns the restriction of the connection that the tool would violate, regardless of the caller's rights elsewhere.
 */
export function findViolatedRestriction(
  offer: RouteToolBinding,
  { readOnly, agent }: McpSession,
): 'readOnly' | 'agent' | undefined {
  if (readOnly && !isUsableReadOnly(offer)) return 'readOnly'
  const ofOrg = [...offer.routes.values()].some(({ access }) => access.kind === 'org') && !offer.isAgentScoped
  return agent !== undefined && ofOrg ? 'agent' : undefined
}

const isUsableReadOnly = ({ tool, hints }: RouteToolBinding): boolean =>
  hints.readOnlyHint || tool.guard?.canPreviewReadOnly === true

const maxListed = 20

export function buildInputSchema(offer: McpToolBinding, session: McpSession): JsonObject {
  if (!('routes' in offer)) return offer.tool.input as JsonObject
  const { tool, input } = offer
  const properties = { ...buildTenantSchema(offer, session), ...buildFieldSchemas(offer, session) }
  const must = [
    ...(routeChoiceOf(tool) ? [routeChoiceOf(tool)?.argument] : []),
    ...input.path,
    ...(input.query.required ?? []),
    ...(tool.bodyArgument ? [tool.bodyArgument] : (input.body?.required ?? [])),
  ].filter((name) => name !== undefined && name in properties)
  const others = acceptsAnyQuery(input) ? { type: 'string' } : false
  return { type: 'object', properties, ...(must.length > 0 && { required: must }), additionalProperties: others }
}

/** Some lists accept filters that no schema can list in advance. */
const acceptsAnyQuery = ({ query, body }: RouteInput): boolean =>
  !body && query.additionalProperties !== undefined && query.additionalProperties !== false

function buildTenantSchema({ isAgentScoped }: RouteToolBinding, { agent }: McpSession): JsonObject {
  if (!isAgentScoped || agent !== undefined) return {}
  return { agent: { type: 'string', description: 'Id; optional if there is only one.' } }
}

function buildFieldSchemas({ tool, routes, input }: RouteToolBinding, { readOnly }: McpSession): JsonObject {
  const choice = routeChoiceOf(tool)
  const fields: JsonObject = {
    ...(choice && { [choice.argument]: { type: 'string', enum: [...routes.keys()], description: choice.description } }),
    ...Object.fromEntries(input.path.map((name) => [name, { type: 'string' }])),
    ...withListLimit(input.query),
    ...(tool.bodyArgument ? { [tool.bodyArgument]: input.body } : input.body?.properties),
    ...tool.extraArguments,
    ...(tool.guard && { confirm: { type: 'string', description: tool.guard.next } }),
  }
  const unasked = [
    ...(tool.omittedArguments ?? []),
    ...Object.keys(tool.fixedQuery ?? {}),
    ...(readOnly ? guardArgumentsOf(tool) : []),
  ]
  for (const name of unasked) delete fields[name]
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      withDescription(schema as JsonObject, tool.descriptions?.[name]),
    ]),
  )
}

/** Arguments that only callers with write access can use. */
const guardArgumentsOf = ({ guard }: RouteTool): string[] =>
  guard ? ['confirm', ...(guard.dryRunArgument ? [guard.dryRunArgument] : [])] : []

const withDescription = (schema: JsonObject, description: string | undefined): JsonObject =>
  description === undefined ? schema : { ...schema, description }

/** Lowers the default page size: an assistant reads a few entries at a time. */
function withListLimit({ properties = {} }: JsonSchema): Record<string, JsonObject> {
  if (!properties.limit) return properties
  const { default: usual } = properties.limit
  return { ...properties, limit: { ...properties.limit, default: Math.min(Number(usual ?? maxListed), maxListed) } }
}

/**
 * Maps arguments to path, query and body. Unknown arguments are left for the route to reject, or rejected here if the
 * route has no body.
 */
export function buildApiRequest(
  offer: RouteToolBinding,
  args: ToolArguments,
  base: string,
): McpApiRequest | { invalid: Record<string, string> } {
  const { tool, input } = offer
  const choice = routeChoiceOf(tool)
  const route = offer.routes.get(choice ? String(args[choice.argument]) : '')
  if (!route) return { invalid: { [choice?.argument ?? '']: `must be one of ${[...offer.routes.keys()].join(', ')}` } }
  const lost = input.path.filter((name) => !isSafeId(args[name]))
  if (lost.length > 0) return { invalid: Object.fromEntries(lost.map((name) => [name, 'must be an id'])) }
  const own = new Set(['agent', 'confirm', choice?.argument, ...Object.keys(tool.extraArguments ?? {})])
  const isQuery = (name: string) =>
    name in (input.query.properties ?? {}) || (acceptsAnyQuery(input) && !own.has(name) && !input.path.includes(name))
  const rest = Object.keys(args).filter((name) => !own.has(name) && !input.path.includes(name) && !isQuery(name))
  const refused = rest.filter(
    (name) => tool.omittedArguments?.includes(name) || (tool.bodyArgument ? name !== tool.bodyArgument : !input.body),
  )
  if (refused.length > 0)
    return { invalid: Object.fromEntries(refused.map((name) => [name, 'is not a known argument'])) }
  const query = Object.fromEntries(
    Object.keys(args)
      .filter(isQuery)
      .map((name) => [name, args[name]]),
  )
  const fields = Object.fromEntries(rest.map((name) => [name, args[name]]))
  return {
    method: route.method,
    path: buildPath(route, args, base),
    query: { ...defaultPageOf(input), ...query, ...tool.fixedQuery },
    ...(input.body && { body: tool.bodyArgument ? args[tool.bodyArgument] : fields }),
  }
}

/** Rejects values such as `..` that would resolve to another path. */
export const isSafeId = (value: unknown): value is string => typeof value === 'string' && !/^\.{0,2}$/.test(value)

const defaultPageOf = ({ query }: RouteInput): JsonObject => {
  const { limit } = withListLimit(query)
  return limit ? { limit: limit.default } : {}
}

function buildPath({ path }: Route, args: ToolArguments, base: string): string {
  const inside = path.replace(/^\/orgs\/:org(\/agents\/:agent)?/, '')
  return base + inside.replace(/(?<=\/):([A-Za-z]\w*)/g, (_, name) => encodeURIComponent(String(args[name] ?? '')))
}
