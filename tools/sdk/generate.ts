import openapiTs, { astToString } from 'openapi-typescript'

/** Generates the client's types, and its methods by noun and verb, from the OpenAPI documents. */

type Json = Record<string, unknown>
type Operation = Json & {
  operationId: string
  summary: string
  parameters: { name: string }[]
  requestBody?: Json
  responses: Record<string, Json>
}
type Document = Json & {
  webhooks?: Record<string, { post: Operation }>
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Json }
}

/** Examples are of no use in a type. */
const omitExamples = (key: string, value: unknown) => (key === 'examples' && Array.isArray(value) ? undefined : value)

export async function generateSdkTypes(document: object): Promise<string> {
  const calls = JSON.stringify(keepCallSchemas(document as Document), omitExamples)
  return astToString(await openapiTs(calls, { alphabetize: false, defaultNonNullable: false }))
}

/**
 * Retains what callers send and receive: errors share one class, and details of how a route is served do not affect
 * types.
 */
function keepCallSchemas(document: Document): Json {
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => [method, buildCallSchema(operation)])
    return [path, Object.fromEntries(operations)]
  })
  return {
    openapi: document.openapi,
    info: document.info,
    paths: Object.fromEntries(paths),
    components: { schemas: document.components.schemas },
  }
}

function buildCallSchema({ summary, parameters, requestBody, responses }: Operation): Json {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400)
  return {
    summary,
    parameters,
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(successes.map(([status, { headers: _, ...answer }]) => [status, answer])),
  }
}

/** An example of each event of an org, by its name, from the schema of its body. */
export function findWebhookSamples(document: object): Record<string, Json> {
  const { webhooks = {}, components } = document as Document
  return Object.fromEntries(
    Object.entries(webhooks).map(([event, { post }]) => {
      const { content } = post.requestBody as { content: Record<string, { schema: { $ref: string } }> }
      const name = content['application/json']?.schema.$ref.split('/').at(-1) ?? ''
      const { examples } = components.schemas[name] as { examples: Json[] }
      return [event, examples[0] as Json]
    }),
  )
}

/** Where an operation becomes a method: on which client, under which name, and from which prefix of its path. */
type Place = { client: MethodClient; name: string[]; prefix: string }
const methodClients = ['parley', 'org', 'agent', 'gateway'] as const
type MethodClient = (typeof methodClients)[number]

const org = '/orgs/{org}'
const agent = '/orgs/{org}/agents/{agent}'
/** Methods that the clients have already; a test of the SDK compares them. */
const takenNames: ReadonlySet<string> = new Set([
  ...['get', 'post', 'put', 'patch', 'delete', 'each', 'raw', 'events'],
  ...['org', 'agent', 'draft'],
])

/**
 * Operations on the org or the agent itself have two places: `org.agents.update(agent, body)` is also
 * `agent.update(body)`, unless the client has another method of this name.
 */
function listPlaces(id: string, path: string): Place[] {
  const name = id.split('.')
  const own = name.slice(1)
  const isFree = own.length > 1 || !takenNames.has(own[0] ?? '')
  if (name[0] === 'agents') {
    const onAgent = path.startsWith(agent) && isFree
    return [
      { client: 'org', name, prefix: org },
      ...(onAgent ? [{ client: 'agent' as const, name: own, prefix: agent }] : []),
    ]
  }
  if (name[0] === 'orgs') {
    return [
      ...(own.length === 1 ? [{ client: 'parley' as const, name, prefix: '' }] : []),
      ...(isFree ? [{ client: 'org' as const, name: own, prefix: org }] : []),
    ]
  }
  return [
    path.startsWith(`${agent}/`) ? { client: 'agent', name, prefix: agent } : { client: 'parley', name, prefix: '' },
  ]
}

/** As `methods.ts` of the SDK reads them. */
type OperationTree = { [name: string]: string | OperationTree }
type OperationWord = 'body' | 'list' | 'events' | 'response' | 'draft' | 'keyless'

type GeneratedMethod = { comment: string; type: string; operation: string }
type MethodTree = Map<string, GeneratedMethod | MethodTree>
type PlacedMethod = GeneratedMethod & Place

/** Returns the source of the methods: an interface for each client, and the operations behind them. */
export function generateSdkMethods({ management, gateway }: Record<'management' | 'gateway', object>): string {
  const methods = [
    ...listMethods(management as Document, 'ManagementPaths', listPlaces),
    ...listMethods(gateway as Document, 'GatewayPaths', (id) => [
      { client: 'gateway', name: id.split('.'), prefix: '' },
    ]),
  ]
  const trees = new Map<MethodClient, MethodTree>(methodClients.map((client) => [client, new Map()]))
  for (const method of methods) addMethod(trees.get(method.client) as MethodTree, method.name, method)
  return printMethods(trees)
}

function listMethods(document: Document, pathsName: string, find: typeof listPlaces): PlacedMethod[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const words = describeOperation(method, operation, document)
      return find(operation.operationId, path).map((place) => {
        const template = path.slice(place.prefix.length)
        const values = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`)
        return {
          ...place,
          comment: operation.summary,
          type: `${nameMethodType(words)}<[${values.join(', ')}], ${pathsName}['${path}']['${method}']>`,
          operation: [method, ...words, template].join(' '),
        }
      })
    }),
  )
}

function nameMethodType(words: readonly OperationWord[]): string {
  if (words.includes('list')) return 'ListMethod'
  if (words.includes('events')) return 'EventsMethod'
  return words.includes('response') ? 'ResponseMethod' : 'Method'
}

function describeOperation(method: string, operation: Operation, document: Document): OperationWord[] {
  const accepts = (header: string) => operation.parameters.some(({ name }) => name === header)
  const words: [OperationWord, boolean][] = [
    ['body', operation.requestBody !== undefined],
    ...describeResponse(method, operation, document),
    ['draft', accepts('X-Svc-Draft')],
    ['keyless', method === 'post' && !accepts('Idempotency-Key')],
  ]
  return words.flatMap(([word, applies]) => (applies ? [word] : []))
}

type Content = Record<string, { schema?: Json }>

function describeResponse(method: string, operation: Operation, document: Document): [OperationWord, boolean][] {
  const contents = Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 400)
    .map(([, response]) => (response.content ?? {}) as Content)
  const types = new Set(contents.flatMap((content) => Object.keys(content)))
  const isStream = types.has('text/event-stream')
  const isList = contents.some((content) => hasItems(content['application/json']?.schema, document))
  return [
    ['list', method === 'get' && isList],
    ['events', isStream],
    ['response', types.size > 0 && !types.has('application/json') && !isStream],
  ]
}

function hasItems(schema: Json | undefined, document: Document): boolean {
  if (typeof schema?.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return hasItems(document.components.schemas[name] as Json | undefined, document)
  }
  return (schema?.properties as Record<string, Json> | undefined)?.data?.type === 'array'
}

function addMethod(tree: MethodTree, [name = '', ...rest]: readonly string[], method: GeneratedMethod): void {
  const existing = tree.get(name)
  if (rest.length === 0 && existing === undefined) {
    tree.set(name, method)
    return
  }
  const group = existing ?? (new Map() as MethodTree)
  if (rest.length === 0 || !(group instanceof Map))
    throw new Error(`Two operations would have the method ${name}; the second is ${method.operation}`)
  tree.set(name, group)
  addMethod(group, rest, method)
}

function printMethods(trees: Map<MethodClient, MethodTree>): string {
  const interfaces = [...trees].map(([client, tree]) => {
    const name = `${client.charAt(0).toUpperCase()}${client.slice(1)}Methods`
    return `export interface ${name} ${printInterface(tree, '')}\n`
  })
  const operations = Object.fromEntries([...trees].map(([client, tree]) => [client, toOperationTree(tree)]))
  const clients = methodClients.map((client) => `'${client}'`).join(' | ')
  return [
    "import type { EventsMethod, ListMethod, Method, ResponseMethod } from '../client/calls.ts'",
    "import type { OperationTree } from '../client/methods.ts'",
    "import type { paths as GatewayPaths } from './gateway.generated.ts'",
    "import type { paths as ManagementPaths } from './management.generated.ts'\n",
    ...interfaces,
    `export const operations: Record<${clients}, OperationTree> = ${JSON.stringify(operations, null, 2)}\n`,
  ].join('\n')
}

function printInterface(tree: MethodTree, indent: string): string {
  const inner = `${indent}  `
  const members = [...tree].flatMap(([name, entry]) =>
    entry instanceof Map
      ? [`${inner}readonly ${name}: ${printInterface(entry, inner)}`]
      : [`${inner}/** ${entry.comment} */`, `${inner}readonly ${name}: ${entry.type}`],
  )
  return ['{', ...members, `${indent}}`].join('\n')
}

function toOperationTree(tree: MethodTree): OperationTree {
  const entries = [...tree].map(([name, entry]) => [
    name,
    entry instanceof Map ? toOperationTree(entry) : entry.operation,
  ])
  return Object.fromEntries(entries)
}
