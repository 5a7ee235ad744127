import { decideAccess } from '../platform/http/access.ts'
import type { Route } from '../platform/http/route.ts'
import type { Args, Ask, Session } from './call.ts'
import { type Json, type Schema, type Takes, takesOf } from './schema.ts'
import type { Choice, Hints, OwnTool, RouteName, RouteTool, Tool } from './tool.ts'

/** A tool with the routes that it stands for. */
export type Bound = {
  tool: RouteTool
  routes: ReadonlyMap<string, Route>
  takes: Takes
  ofAgent: boolean
  hints: Hints
}

export type Offer = Bound | { tool: OwnTool }

/** Every tool beside its routes. What a process does not serve, it does not offer either. */
export function bindTools(tools: readonly Tool[], routes: readonly Route[]): Offer[] {
  const byName = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]))
  return tools.flatMap((tool): Offer[] => ('run' in tool ? [{ tool }] : bound(tool, byName)))
}

function bound(tool: RouteTool, byName: ReadonlyMap<string, Route>): Bound[] {
  const named = Object.entries(choiceOf(tool)?.routes ?? { '': tool.route as RouteName })
  const routes = new Map(
    named.flatMap(([choice, name]) => {
      const route = byName.get(written(name))
      return route ? [[choice, route] as const] : []
    }),
  )
  const [first] = routes.values()
  return first ? [{ tool, routes, takes: takesOf(first), ofAgent: first.agent, hints: hintsOf(tool, first) }] : []
}

const written = (name: RouteName): string =>
  name.replace(/ A/, ' /orgs/:org/agents/:agent').replace(/ O/, ' /orgs/:org')

const choiceOf = ({ route }: RouteTool): Choice | undefined => (typeof route === 'string' ? undefined : route)

/** By the method, unless the table knows better: what replaces may destroy, what is sent twice is done twice. */
function hintsOf({ reads, hints }: RouteTool, { method }: Route): Hints {
  const readOnly = method === 'GET' || reads === true
  return {
    readOnlyHint: readOnly,
    destructiveHint: !readOnly && method !== 'POST',
    idempotentHint: readOnly || method !== 'POST',
    openWorldHint: false,
    ...hints,
  }
}

/** Whether the tool is shown: what the caller's role and scopes refuse anyhow is not, by the decision of the routes. */
export function isOffered(offer: Offer, session: Session): boolean {
  if (!('routes' in offer)) return true
  if (beyond(offer, session)) return false
  const { agent, caller, org } = session
  return [...offer.routes.values()].some(({ access }) => decideAccess(caller, access, { org, agent }) === undefined)
}

/** What the connection is held to that the tool would leave, whatever the caller may do elsewhere. */
export function beyond(offer: Bound, { readOnly, agent }: Session): 'readOnly' | 'agent' | undefined {
  if (readOnly && !readsOnly(offer)) return 'readOnly'
  const ofOrg = [...offer.routes.values()].some(({ access }) => access.door === 'org') && !offer.ofAgent
  return agent !== undefined && ofOrg ? 'agent' : undefined
}

/** Whether anything of the tool is left for whoever may only read. */
const readsOnly = ({ tool, hints }: Bound): boolean => hints.readOnlyHint || tool.guard?.looksAlone === true

const mostListed = 20

export function inputOf(offer: Offer, session: Session): Json {
  if (!('routes' in offer)) return offer.tool.input as Json
  const { tool, takes } = offer
  const properties = { ...tenantOf(offer, session), ...fieldsOf(offer, session) }
  const must = [
    ...(choiceOf(tool) ? [choiceOf(tool)?.by] : []),
    ...takes.path,
    ...(takes.query.required ?? []),
    ...(tool.whole ? [tool.whole] : (takes.body?.required ?? [])),
  ].filter((name) => name !== undefined && name in properties)
  const others = takesMore(takes) ? { type: 'string' } : false
  return { type: 'object', properties, ...(must.length > 0 && { required: must }), additionalProperties: others }
}

/** Some lists take filters that no schema can name beforehand. */
const takesMore = ({ query, body }: Takes): boolean =>
  !body && query.additionalProperties !== undefined && query.additionalProperties !== false

function tenantOf({ ofAgent }: Bound, { agent }: Session): Json {
  if (!ofAgent || agent !== undefined) return {}
  return { agent: { type: 'string', description: 'Its id; not needed where the org has only one.' } }
}

function fieldsOf({ tool, routes, takes }: Bound, { readOnly }: Session): Json {
  const choice = choiceOf(tool)
  const fields: Json = {
    ...(choice && { [choice.by]: { type: 'string', enum: [...routes.keys()], description: choice.says } }),
    ...Object.fromEntries(takes.path.map((name) => [name, { type: 'string' }])),
    ...listed(takes.query),
    ...(tool.whole ? { [tool.whole]: takes.body } : takes.body?.properties),
    ...tool.extra,
    ...(tool.guard && { confirm: { type: 'string', description: tool.guard.next } }),
  }
  const unasked = [...(tool.without ?? []), ...Object.keys(tool.always ?? {}), ...(readOnly ? held(tool) : [])]
  for (const name of unasked) delete fields[name]
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, described(schema as Json, tool.says?.[name])]),
  )
}

/** What only those name who may act. */
const held = ({ guard }: RouteTool): string[] => (guard ? ['confirm', ...(guard.dry ? [guard.dry] : [])] : [])

const described = (schema: Json, says: string | undefined): Json =>
  says === undefined ? schema : { ...schema, description: says }

/** An assistant reads a few entries at a time. */
function listed({ properties = {} }: Schema): Record<string, Json> {
  if (!properties.limit) return properties
  const { default: usual } = properties.limit
  return { ...properties, limit: { ...properties.limit, default: Math.min(Number(usual ?? mostListed), mostListed) } }
}

/** Where each argument goes; what belongs nowhere is for the route to refuse, or, where it takes no body, for us. */
export function askOf(offer: Bound, args: Args, base: string): Ask | { wrong: Record<string, string> } {
  const { tool, takes } = offer
  const choice = choiceOf(tool)
  const route = offer.routes.get(choice ? String(args[choice.by]) : '')
  if (!route) return { wrong: { [choice?.by ?? '']: `must be one of ${[...offer.routes.keys()].join(', ')}` } }
  const lost = takes.path.filter((name) => !isId(args[name]))
  if (lost.length > 0) return { wrong: Object.fromEntries(lost.map((name) => [name, 'must be an id'])) }
  const own = new Set(['agent', 'confirm', choice?.by, ...Object.keys(tool.extra ?? {})])
  const isQuery = (name: string) =>
    name in (takes.query.properties ?? {}) || (takesMore(takes) && !own.has(name) && !takes.path.includes(name))
  const rest = Object.keys(args).filter((name) => !own.has(name) && !takes.path.includes(name) && !isQuery(name))
  const refused = rest.filter(
    (name) => tool.without?.includes(name) || (tool.whole ? name !== tool.whole : !takes.body),
  )
  if (refused.length > 0) return { wrong: Object.fromEntries(refused.map((name) => [name, 'is not a known argument'])) }
  const query = Object.fromEntries(
    Object.keys(args)
      .filter(isQuery)
      .map((name) => [name, args[name]]),
  )
  const fields = Object.fromEntries(rest.map((name) => [name, args[name]]))
  return {
    method: route.method,
    path: pathOf(route, args, base),
    query: { ...pageOf(takes), ...query, ...tool.always },
    ...(takes.body && { body: tool.whole ? args[tool.whole] : fields }),
  }
}

/** What would lead to another path is no id. */
export const isId = (value: unknown): value is string => typeof value === 'string' && !/^\.{0,2}$/.test(value)

const pageOf = ({ query }: Takes): Json => {
  const { limit } = listed(query)
  return limit ? { limit: limit.default } : {}
}

function pathOf({ path }: Route, args: Args, base: string): string {
  const inside = path.replace(/^\/orgs\/:org(\/agents\/:agent)?/, '')
  return base + inside.replace(/(?<=\/):([A-Za-z]\w*)/g, (_, name) => encodeURIComponent(String(args[name] ?? '')))
}
