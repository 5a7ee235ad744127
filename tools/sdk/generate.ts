import openapiTs, { astToString } from 'openapi-typescript'

/** Generates the client's types from an OpenAPI document. */

type Json = Record<string, unknown>
type Operation = Json & {
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

export function findPostsWithoutIdempotencyKey(document: object): string[] {
  return Object.entries((document as Document).paths).flatMap(([path, { post }]) => {
    const acceptsKey = post?.parameters.some(({ name }) => name === 'Idempotency-Key') ?? true
    return acceptsKey ? [] : [path]
  })
}

/** Calls that take `X-Svc-Draft`, such as `PUT /orgs/{org}/agents/{agent}/identity`. */
export function findConfigurationCalls(document: object): string[] {
  return Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation?.parameters?.some(({ name }) => name === 'X-Svc-Draft') ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  )
}
