import { z } from 'zod'
import type { AccessRule } from './access.ts'
import { supportsIdempotencyKey } from './idempotency.ts'
import type { ProblemCode } from './problem.ts'
import { problems } from './problem-codes.ts'
import { type Bucket, buckets } from './rate-limit.ts'
import type { BodyFormat, Route } from './route.ts'

/** The OpenAPI 3.1 document, generated from the same declarations that serve and validate requests. */

type Json = Record<string, unknown>
type Schemas = Record<string, Json>

export type ApiDescription = { title: string; version: string; description: string; serverUrl: string }

export function buildOpenApiDocument(routes: readonly Route[], about: ApiDescription): Json {
  const schemas: Schemas = { Problem: problemSchema }
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z]\w*)/g, (whole, name, at) =>
      /[a-z]/.test(route.path[at - 1] ?? '/') ? whole : `{${name}}`,
    )
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = buildOperation(route, routes, schemas)
  }
  const tags = [...new Set(routes.map((route) => route.tag))].map((name) => ({ name }))
  return {
    openapi: '3.1.1',
    info: {
      title: about.title,
      version: about.version,
      description: about.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: about.serverUrl }],
    tags,
    paths,
    components: {
      schemas,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: describeTokens(routes) } },
    },
  }
}

function describeTokens(routes: readonly Route[]): string {
  if (routes.some(({ access }) => access.kind === 'agent')) return 'The access token of an agent (at-…).'
  return 'An API key (sk-svc-…), the session token of a signed-in user, or an emulator grant (v1.…, v2.…).'
}

function buildOperation(route: Route, routes: readonly Route[], schemas: Schemas): Json {
  const words = [route.description, describeAccess(route.access)].filter(Boolean).join('\n\n')
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    description: words,
    tags: [route.tag],
    security: route.access.kind === 'public' ? [] : [{ token: [] }],
    parameters: buildParameters(route, routes, schemas),
    ...(route.body && {
      requestBody: {
        required: true,
        content: buildBodyContent(route.body, route.bodyFormat, schemas),
      },
    }),
    responses: { ...buildSuccessResponses(route, schemas), ...buildProblemResponses(route, routes) },
  }
}

function buildBodyContent(body: z.ZodType, reads: BodyFormat | undefined, schemas: Schemas): Json {
  const sent = reads?.spools
    ? Object.entries(reads.types)
    : (reads?.types ?? ['application/json']).map((type) => [type, body] as const)
  return Object.fromEntries(sent.map(([type, schema]) => [type, { schema: toOpenApiSchema(schema, 'input', schemas) }]))
}

function describeAccess(access: AccessRule): string {
  if (access.kind === 'org') {
    const scope =
      access.scope === undefined
        ? 'no scope'
        : `scope ${[access.scope]
            .flat()
            .map((one) => `\`${one}\``)
            .join(' or ')}`
    return `Role floor: ${access.role}; ${scope}.`
  }
  if (access.kind === 'system') return 'For system operators; returns 404 to anyone else.'
  if (access.kind === 'agent') return 'For the agent itself, with its access token.'
  if (access.kind === 'emulator') return 'For emulator grants.'
  if (access.kind === 'catalog') return `Any role; scope \`${access.scope}\`.`
  return access.kind === 'token' ? 'Any token except an emulator grant.' : 'No token needed.'
}

/** `GET /orgs/:org/api-keys/:keyId` becomes `getOrgsApiKeysByKeyId`; the tenant prefix is left out. */
function operationIdOf(route: Route): string {
  const path = route.path.replace('/orgs/:org/agents/:agent', '/agent').replace('/orgs/:org', '/org')
  const words = path.split(/[^A-Za-z0-9:]+/).filter(Boolean)
  const named = words.map((word) =>
    capital(
      word.startsWith(':') ? `By${capital(word.slice(1))}` : word.replace(/:(\w)/, (_, letter) => capital(letter)),
    ),
  )
  return route.method.toLowerCase() + named.join('')
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function buildParameters(route: Route, routes: readonly Route[], schemas: Schemas): Json[] {
  const path = [...route.path.matchAll(/(?<=\/):([A-Za-z]\w*)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  return [
    ...path,
    ...buildQueryParameters(route, schemas),
    ...(supportsIdempotencyKey(route)
      ? [header('Idempotency-Key', 'At most 200 characters; a repeat gets the first answer for 24 hours.')]
      : []),
    ...(route.configuration ? [header('X-Svc-Draft', 'The id of a draft, which is used instead of live.')] : []),
    ...(supportsIfMatch(route, routes) ? [header('If-Match', 'The ETag that the resource must still have.')] : []),
  ]
}

function buildQueryParameters(route: Route, schemas: Schemas): Json[] {
  if (!route.query) return []
  const { properties = {}, required = [] } = toOpenApiSchema(route.query, 'input', schemas) as {
    properties?: Schemas
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

export function supportsIfMatch(route: Route, routes: readonly Route[]): boolean {
  if (route.guardedBy !== undefined) return true
  const writes = route.method === 'PUT' || route.method === 'PATCH' || route.method === 'DELETE'
  return writes && routes.some((other) => other.method === 'GET' && other.path === route.path)
}

function buildSuccessResponses(route: Route, schemas: Schemas): Json {
  if (!route.response && !route.responseTypes)
    return { [route.status]: { description: 'Done', headers: buildResponseHeaders(route) } }
  const content = {
    ...(route.response && { 'application/json': { schema: toOpenApiSchema(route.response, 'output', schemas) } }),
    ...Object.fromEntries((route.responseTypes ?? []).map((type) => [type, {}])),
  }
  const headers = buildResponseHeaders(route)
  const responseOf = (description: string, status: string) => ({
    description,
    headers,
    // A redirect has no body.
    ...(!status.startsWith('3') && { content }),
  })
  return {
    [route.status]: { description: route.status === 201 ? 'Made' : 'The response', headers, content },
    ...Object.fromEntries(
      Object.entries(route.otherResponses ?? {}).map(([status, means]) => [status, responseOf(means, status)]),
    ),
  }
}

function buildResponseHeaders({ limit }: Route, status?: number): Json {
  return { ...requestIdHeader, ...(limit && limitHeaders(buckets[limit])), ...(status === 429 && retryHeader) }
}

const requestIdHeader = {
  'X-Request-Id': { description: 'Identifies this request in the logs.', schema: { type: 'string' } },
}

const limitHeaders = ({ burst }: Bucket): Json => ({
  'RateLimit-Limit': integerHeader(`The size of a full budget: ${burst} calls. Only API keys have budgets.`),
  'RateLimit-Remaining': integerHeader('Calls left after this one.'),
  'RateLimit-Reset': integerHeader('Seconds until the budget is full again.'),
})

const integerHeader = (description: string, minimum = 0): Json => ({
  description,
  schema: { type: 'integer', minimum },
})

const retryHeader = { 'Retry-After': integerHeader('Seconds to wait before trying again.', 1) }

/** Lists the codes a route can return: those it declares, and those implied by its kind. */
export function problemCodesOf(route: Route, routes: readonly Route[]): ProblemCode[] {
  const { kind } = route.access
  const validationCode = route.validationErrorStyle === 'malformed' ? 'request.malformed' : 'request.invalid'
  const codes = new Set<ProblemCode>(route.problems)
  if (kind !== 'public') codes.add('auth.unauthenticated')
  if (kind !== 'public' && kind !== 'agent') codes.add('auth.emulator_grant.forbidden')
  if (kind === 'org') codes.add('auth.forbidden').add('auth.scope_missing').add('resource.not_found')
  if (kind === 'catalog') codes.add('auth.scope_missing')
  if (kind === 'system' || kind === 'emulator' || route.find) codes.add('resource.not_found')
  if (route.body) codes.add('request.malformed').add(validationCode).add('request.too_large')
  if (route.query) codes.add(validationCode)
  if (supportsIdempotencyKey(route)) codes.add(validationCode).add('request.idempotency_mismatch')
  if (supportsIdempotencyKey(route) && !route.transaction) codes.add('resource.conflict')
  if (supportsIfMatch(route, routes)) codes.add('request.precondition_failed')
  if (route.limit) codes.add('request.rate_limited')
  if (route.configuration) codes.add('agent.draft.not_found')
  if (route.configuration === 'write') codes.add('agent.draft.required')
  return [...codes.add('service.unavailable').add('internal')]
}

function buildProblemResponses(route: Route, routes: readonly Route[]): Json {
  const answers = problemCodesOf(route, routes).flatMap((code) =>
    problemStatusesOf(route, code).map((status) => ({ status, code })),
  )
  const byStatus = Map.groupBy(answers, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus]
      .sort()
      .map(([status, group]) => [status, group.map(({ code }) => code)] as const)
      .map(([status, codes]) => [status, buildProblemResponse(route, status, codes)]),
  )
}

const buildProblemResponse = (route: Route, status: number, codes: ProblemCode[]): Json => ({
  description: codes.join(', '),
  headers: buildResponseHeaders(route, status),
  content: buildProblemContent(status, codes),
})

/** At the gateway, an invalid request is 400; a valid one that cannot be processed is 422 there as well. */
function problemStatusesOf(route: Route, code: ProblemCode): number[] {
  const usual = route.statuses?.[code] ?? problems[code].statuses[0]
  if (code !== 'request.invalid' || route.validationErrorStyle === usual) return [usual]
  if (route.validationErrorStyle === 'malformed') return [usual]
  return route.problems.includes(code) ? [route.validationErrorStyle, usual] : [route.validationErrorStyle]
}

function buildProblemContent(status: number, codes: ProblemCode[]): Json {
  const examples = codes.map((code) => [code, { value: buildProblemExample(status, code) }])
  return {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(examples),
    },
  }
}

function buildProblemExample(status: number, code: ProblemCode): Json {
  const { title } = problems[code]
  return {
    type: `/docs/errors#${code}`,
    status,
    code,
    title,
    statusCode: status,
    message: title,
    requestId: 'req_01',
  }
}

const problemSchema: Json = {
  type: 'object',
  required: ['type', 'status', 'code', 'title', 'statusCode', 'message', 'requestId'],
  properties: {
    type: { type: 'string', description: 'Where the code is explained.' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(problems) },
    title: { type: 'string' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' }, code: { type: 'string' } },
      },
    },
    statusCode: { type: 'integer', description: 'The same as status.' },
    message: { type: 'string', description: 'The detail, or the title if there is none.' },
    requestId: { type: 'string' },
  },
}

/** A named schema becomes a component once and is referenced from then on. */
function toOpenApiSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Schemas): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: copyExamples }) as Json & {
    $defs?: Schemas
    id?: string
  }
  const { $schema: _, $defs = {}, id, ...own } = made
  for (const [name, inner] of Object.entries($defs)) schemas[name] ??= tidySchema(inner, io)
  if (id === undefined) return tidySchema(own, io)
  schemas[id] ??= tidySchema(own, io)
  return { $ref: `#/components/schemas/${id}` }
}

/**
 * Our examples show the input; zod drops them from a body with a transform, because they could be examples of the
 * output.
 */
function copyExamples({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  const { id, examples } = z.globalRegistry.get(zodSchema) ?? {}
  if (id !== undefined && examples) jsonSchema.examples ??= examples
}

/** Responses may gain fields later, so clients must not be told to reject unknown ones. */
function tidySchema(schema: Json, io: 'input' | 'output'): Json {
  const text = JSON.stringify(schema, (key, value) => {
    if (io === 'output' && key === 'additionalProperties' && value === false) return undefined
    return value
  })
  return JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'))
}
