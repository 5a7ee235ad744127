import openapiTs, { astToString } from 'openapi-typescript'

/** An OpenAPI document → the types that the client is typed by. */

type Json = Record<string, unknown>
type Operation = Json & {
  summary: string
  parameters: { name: string }[]
  requestBody?: Json
  responses: Record<string, Json>
}
type Document = Json & { paths: Record<string, Record<string, Operation>> }

/** Nobody reads examples in a type. */
const withoutExamples = (key: string, value: unknown) =>
  key === 'examples' && Array.isArray(value) ? undefined : value

export async function generateSdkTypes(document: object): Promise<string> {
  const calls = JSON.stringify(callsOnly(document as Document), withoutExamples)
  return astToString(await openapiTs(calls, { alphabetize: false, defaultNonNullable: false }))
}

/** What a caller gives and gets: refusals are one class, and how a route is served says nothing about its types. */
function callsOnly(document: Document): Json {
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => [method, callOf(operation)])
    return [path, Object.fromEntries(operations)]
  })
  return {
    openapi: document.openapi,
    info: document.info,
    paths: Object.fromEntries(paths),
    components: document.components,
  }
}

function callOf({ summary, parameters, requestBody, responses }: Operation): Json {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400)
  return {
    summary,
    parameters,
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(successes.map(([status, { headers: _, ...answer }]) => [status, answer])),
  }
}

/** POSTs that take no Idempotency-Key. */
export function findPostsWithoutIdempotencyKey(document: object): string[] {
  return Object.entries((document as Document).paths).flatMap(([path, { post }]) => {
    const takesOne = post?.parameters.some(({ name }) => name === 'Idempotency-Key') ?? true
    return takesOne ? [] : [path]
  })
}
