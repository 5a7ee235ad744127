import type { z } from 'zod'
import type { AccessRule } from './access.ts'
import { supportsIdempotencyKey } from './idempotency.ts'
import { type Json, type Schemas, toOpenApiSchema } from './openapi-schemas.ts'
import { operationIdOf } from './operation-ids.ts'
import type { ProblemCode } from './problem.ts'
import { problems } from './problem-codes.ts'
import { type BucketName, buckets } from './rate-limit.ts'
import type { Route } from './route.ts'

/** The OpenAPI 3.1 document, generated from the same declarations that serve and validate requests. */

export type ApiDescription = {
  title: string
  version: string
  description: string
  serverUrl: string
  /** The calls that Parley makes to the integrator's program, by name. */
  webhooks?: (schemas: Schemas) => Record<string, Json>
}

type DocumentContext = { routes: readonly Route[]; components: { schemas: Schemas; responses: Schemas } }

export function buildOpenApiDocument(routes: readonly Route[], about: ApiDescription): Json {
  const components = { schemas: { Problem: problemSchema } as Schemas, responses: {} as Schemas }
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z]\w*)/g, (whole, name, at) =>
      /[a-z]/.test(route.path[at - 1] ?? '/') ? whole : `{${name}}`,
    )
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = buildOperation(route, { routes, components })
  }
  const webhooks = about.webhooks?.(components.schemas)
  return {
    openapi: '3.1.1',
    info: {
      title: about.title,
      version: about.version,
      description: about.description,
      contact: { name: 'Parley', url: about.serverUrl.replace(/\/v\d+$/, '/docs') },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: about.serverUrl }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    ...(webhooks && { webhooks }),
    components: {
      ...components,
      headers: headerComponents,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: describeTokens(routes) } },
    },
  }
}

function describeTokens(routes: readonly Route[]): string {
  if (routes.some(({ access }) => access.kind === 'agent')) return 'The access token of an agent (at-…).'
  return 'An API key (sk-svc-…), the session token of a signed-in user, or an emulator grant (v1.…, v2.…).'
}

function buildOperation(route: Route, context: DocumentContext): Json {
  const { routes } = context
  const { schemas } = context.components
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
        content: buildBodyContent(route, route.body, schemas),
      },
    }),
    responses: { ...buildSuccessResponses(route, schemas), ...buildProblemResponses(route, context) },
  }
}

function buildBodyContent({ method, bodyFormat: reads }: Route, body: z.ZodType, schemas: Schemas): Json {
  const use = method === 'PATCH' ? 'patch' : 'input'
  const sent = reads?.spools
    ? Object.entries(reads.types)
    : (reads?.types ?? ['application/json']).map((type) => [type, body] as const)
  return Object.fromEntries(sent.map(([type, schema]) => [type, { schema: toOpenApiSchema(schema, use, schemas) }]))
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
    return `Role floor: ${access.role}; ${scope}.${access.frontDesk ? ' Also for the front desk.' : ''}`
  }
  if (access.kind === 'system') return 'For system operators; returns 404 to anyone else.'
  if (access.kind === 'agent') return 'For the agent itself, with its access token.'
  if (access.kind === 'emulator') return 'For emulator grants.'
  if (access.kind === 'catalog') return `Any role; scope \`${access.scope}\`.`
  return access.kind === 'token' ? 'Any token except an emulator grant.' : 'No token needed.'
}

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
  return {
    'X-Request-Id': headerReference('RequestId'),
    ...(limit && {
      'RateLimit-Limit': headerReference(limitHeaderName(limit)),
      'RateLimit-Remaining': headerReference('RateLimitRemaining'),
      'RateLimit-Reset': headerReference('RateLimitReset'),
    }),
    ...(status === 429 && { 'Retry-After': headerReference('RetryAfter') }),
  }
}

const headerReference = (name: string): Json => ({ $ref: `#/components/headers/${name}` })
const limitHeaderName = (bucket: BucketName): string => `RateLimitLimitOf${capital(bucket)}`

const integerHeader = (description: string, minimum = 0): Json => ({
  description,
  schema: { type: 'integer', minimum },
})

const headerComponents: Json = {
  RequestId: { description: 'Identifies this request in the logs.', schema: { type: 'string' } },
  ...Object.fromEntries(
    Object.entries(buckets).map(([name, { burst }]) => [
      limitHeaderName(name as BucketName),
      integerHeader(`The size of a full budget: ${burst} calls. Only API keys have budgets.`),
    ]),
  ),
  RateLimitRemaining: integerHeader('Calls left after this one.'),
  RateLimitReset: integerHeader('Seconds until the budget is full again.'),
  RetryAfter: integerHeader('Seconds to wait before trying again.', 1),
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

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

/** Most routes share their problems with others, so each set of codes is a component. */
function buildProblemResponses(route: Route, { routes, components }: DocumentContext): Json {
  const answers = problemCodesOf(route, routes).flatMap((code) =>
    problemStatusesOf(route, code).map((status) => ({ status, code })),
  )
  const byStatus = Map.groupBy(answers, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus]
      .sort()
      .map(([status, group]) => [status, group.map(({ code }) => code)] as const)
      .map(([status, codes]) => {
        const name = nameProblems(route, status, codes)
        components.responses[name] ??= buildProblemResponse(route, status, codes)
        return [status, { $ref: `#/components/responses/${name}` }]
      }),
  )
}

/** Many codes belong to one operation, whose name is shorter than theirs. */
function nameProblems(route: Route, status: number, codes: ProblemCode[]): string {
  const limit = route.limit ? capital(route.limit) : ''
  if (codes.length > 3) return `Problems${status}Of${operationIdOf(route).split('.').map(capital).join('')}`
  return [...codes.map(toComponentName).sort(), status, limit].join('')
}

/** `request.rate_limited` becomes `RequestRateLimited`. */
const toComponentName = (code: ProblemCode): string =>
  code.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())

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
