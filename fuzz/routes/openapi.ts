import type { CallerName } from './callers.ts'

/** The subset of JSON Schema that the API reference uses. */
export type FuzzSchema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: FuzzSchema[]
  oneOf?: FuzzSchema[]
  allOf?: FuzzSchema[]
  properties?: Record<string, FuzzSchema>
  required?: string[]
  additionalProperties?: FuzzSchema | boolean
  items?: FuzzSchema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  pattern?: string
  examples?: unknown[]
}

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: FuzzSchema }
type Content = Record<string, { schema?: FuzzSchema }>
type DescribedResponse = { description: string; content?: Content }
type DescribedOperation = {
  parameters: Parameter[]
  security: unknown[]
  requestBody?: { content: Content }
  responses: Record<string, DescribedResponse | { $ref: string }>
}

export type OpenApi = {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, FuzzSchema>; responses?: Record<string, DescribedResponse> }
}

/** One route as the API reference describes it. */
export type Operation = {
  host: 'api' | 'gateway'
  method: string
  /** The prefix of the path, such as `/v1`. */
  prefix: string
  /** The path, with parameters in braces. */
  path: string
  parameters: Parameter[]
  /** By media type. */
  bodies: Record<string, FuzzSchema>
  /** Absent if no reference describes the responses. */
  responses?: Record<string, DescribedResponse>
  headers?: Record<string, string>
  /** The callers it admits, if its path does not determine them. */
  callers?: readonly CallerName[]
  /** The document that `$ref` points into. */
  document: OpenApi
}

export const operationNameOf = ({ method, prefix, path }: Pick<Operation, 'method' | 'prefix' | 'path'>): string =>
  `${method} ${prefix}${path}`

export function listOperations(prefix: string, document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => {
      const bodies = Object.entries(requestBody?.content ?? {}).map(
        ([type, { schema = {} }]) => [type, schema] as const,
      )
      return {
        host: prefix === '/v1' ? ('api' as const) : ('gateway' as const),
        method: method.toUpperCase(),
        prefix,
        path,
        parameters,
        bodies: Object.fromEntries(bodies),
        responses: resolveResponses(responses, document),
        document,
      }
    }),
  )
}

function resolveResponses(
  responses: DescribedOperation['responses'],
  { components }: OpenApi,
): Record<string, DescribedResponse> {
  const resolved = Object.entries(responses).map(([status, response]) => {
    if (!('$ref' in response)) return [status, response] as const
    const name = nameOfReference(response.$ref)
    const shared = components.responses?.[name]
    if (!shared) throw new Error(`the reference has no response ${name}`)
    return [status, shared] as const
  })
  return Object.fromEntries(resolved)
}

const nameOfReference = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

export function resolveReference(schema: FuzzSchema, { components }: OpenApi): FuzzSchema {
  if (schema.$ref === undefined) return schema
  return components.schemas[nameOfReference(schema.$ref)] ?? {}
}
