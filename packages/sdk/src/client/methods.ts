import type { AnyOptions, ClientMethod } from './calls.ts'
import { Client, type ClientScope, iterateItems } from './client.ts'

/** Methods by noun and verb, next to the calls by path: `agent.people.identities.update(personId, asid, body)`. */

/**
 * Operations by noun and verb, generated from the operation ids. An operation is its method, words about it, and its
 * path template: `patch body /people/{personId}`.
 */
export type OperationTree = { readonly [name: string]: string | OperationTree }

/**
 * `body`: takes one. `list`, `events`, `response`: what it returns, if not JSON. `draft`: reads or writes the
 * configuration. `keyless`: a POST without Idempotency-Key.
 */
export type OperationWord = 'body' | 'list' | 'events' | 'response' | 'draft' | 'keyless'

type ParsedOperation = { method: ClientMethod; template: string; has: (word: OperationWord) => boolean }

function parseOperation(line: string): ParsedOperation {
  const [method, ...words] = line.split(' ')
  const template = words.pop() ?? ''
  return { method: method as ClientMethod, template, has: (word) => words.includes(word) }
}

/** The calls that have the word, each a method and a template below the prefix, as in `PUT /orgs/{org}/agents/{agent}/rules`. */
export function findCalls(tree: OperationTree, prefix: string, word: OperationWord): string[] {
  return Object.values(tree).flatMap((entry) => {
    if (typeof entry !== 'string') return findCalls(entry, prefix, word)
    const { method, template, has } = parseOperation(entry)
    return has(word) ? [`${method.toUpperCase()} ${prefix}${template}`] : []
  })
}

/**
 * Returns a class of clients that also have `Methods`. Getters of the prototype make them when they are used, so that
 * creating a client costs nothing.
 */
export function createClientClass<Paths, Bound extends string, Methods>(
  tree: OperationTree,
): new (
  scope: ClientScope,
) => Client<Paths, Bound> & Methods {
  class ClientWithMethods extends Client<Paths, Bound> {}
  for (const [name, entry] of Object.entries(tree)) {
    Object.defineProperty(ClientWithMethods.prototype, name, {
      get(this: unknown) {
        return buildMethods(this as UntypedClient, name, entry)
      },
    })
  }
  return ClientWithMethods as unknown as new (
    scope: ClientScope,
  ) => Client<Paths, Bound> & Methods
}

/** A client as the generated operations call it; the types of its methods are those of the generated interfaces. */
type UntypedClient = Record<ClientMethod, (template: string, options: AnyOptions) => Promise<unknown>> & {
  events(template: string, options: AnyOptions): unknown
  raw(method: string, template: string, options: AnyOptions): Promise<Response>
}

type BuiltMethods = ((...values: unknown[]) => unknown) | { [name: string]: BuiltMethods }

function buildMethods(client: UntypedClient, name: string, entry: string | OperationTree): BuiltMethods {
  if (typeof entry === 'string') return (...values) => callOperation(client, name, parseOperation(entry), values)
  const built = Object.entries(entry).map(([key, inner]) => [key, buildMethods(client, `${name}.${key}`, inner)])
  return Object.fromEntries(built)
}

function callOperation(
  client: UntypedClient,
  name: string,
  { method, template, has }: ParsedOperation,
  values: readonly unknown[],
): unknown {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
  const path = Object.fromEntries(names.map((parameter, at) => [parameter, readPathValue(name, parameter, values[at])]))
  const [body, options] = has('body') ? values.slice(names.length) : [undefined, values[names.length]]
  const call: AnyOptions = { ...(options as AnyOptions | undefined), path, ...(has('body') && { body }) }
  if (has('events')) return client.events(template, call)
  if (has('response')) return client.raw(method.toUpperCase(), template, call)
  return has('list') ? callList(client, template, call) : client[method](template, call)
}

/** Without types, a forgotten value would shift the body into the path. */
function readPathValue(name: string, parameter: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw new TypeError(`${name} needs ${parameter} as a text; got ${value === undefined ? 'nothing' : typeof value}`)
}

/** The first page, requested at once; who iterates instead gets it too, and then the following pages. */
function callList(client: UntypedClient, template: string, options: AnyOptions): Promise<unknown> {
  const first = client.get(template, options)
  const readPage = (turn: object | undefined) =>
    turn === undefined ? first : client.get(template, { ...options, query: { ...options.query, ...turn } })
  return Object.assign(first, { [Symbol.asyncIterator]: () => iterateItems(readPage) })
}
