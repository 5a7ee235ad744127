import { boundedText, fieldErrorOptions, httpUrl, nameText, uniqueBy } from '@parley/findings'
import { z } from 'zod'
import type { ToolListing } from './integration-tools.ts'
import { secretChange } from './notifications.ts'
import { integrationMethods } from './vocabulary.ts'

/** Custom integrations: an HTTP endpoint, an MCP server, or a service with an OpenAPI document. */
export const integrationId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, underscores or hyphens')

const maxSchemaBytes = 20_000

const JsonSchema = z
  .record(z.string(), z.unknown())
  .refine((schema) => JSON.stringify(schema).length <= maxSchemaBytes, `must have at most ${maxSchemaBytes} characters`)
  .refine(
    (schema) => schema.type === undefined || schema.type === 'object',
    'must be the JSON Schema of an object: the arguments by name',
  )

function hasNoCredentials(url: string): boolean {
  const { username, password } = URL.canParse(url) ? new URL(url) : { username: '', password: '' }
  return username === '' && password === ''
}

const urlWithoutCredentials = (instead: string) =>
  httpUrl.refine(hasNoCredentials, `must not contain a user name or password: use ${instead} instead`)

const httpRecord = {
  name: nameText.optional().meta({ description: 'Default: the id.' }),
  description: boundedText({ min: 1, max: 4000 }),
  parameters: JsonSchema.optional().meta({ default: {}, description: 'JSON Schema of the arguments.' }),
  endpoint: z.strictObject({
    url: urlWithoutCredentials('authHeader'),
    method: z.enum(integrationMethods).optional().meta({ default: 'POST' }),
  }),
}

/** Headers that the HTTP client sets itself, or that would change where or how a request is sent. */
const reservedHeaders =
  /^(?:host|content-.*|transfer-encoding|connection|upgrade|te|trailer|expect|proxy-.*|cookie|mcp-.*|accept)$/i

const authConfig = {
  type: z.enum(['bearer', 'header']),
  header: boundedText({ min: 1, max: 100 })
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'must be the name of an HTTP header')
    .refine((name) => !reservedHeaders.test(name), 'is set by Parley itself: name another header')
    .optional()
    .meta({ description: 'The header that carries the secret; required for the type header.' }),
}
type AuthConfig = { type: 'bearer' | 'header'; header?: string | undefined }

function checkAuthHeader({ type, header }: AuthConfig, context: z.RefinementCtx): void {
  if (type === 'header' && header === undefined)
    context.addIssue({ code: 'custom', path: ['header'], message: 'is required for the type header' })
  if (type === 'bearer' && header !== undefined)
    context.addIssue({ code: 'custom', path: ['header'], message: 'is only for the type header' })
}

const nameList = z.array(boundedText({ min: 1, max: 200 })).max(200)

const mcpRecord = {
  kind: z.literal('mcp'),
  name: nameText,
  description: boundedText({ max: 4000 }).optional(),
  url: urlWithoutCredentials('auth').meta({ description: 'The endpoint of the MCP server, for streamable HTTP.' }),
  allow: nameList.optional().meta({ description: 'The tools that the agent may call. Default: all.' }),
}

/** Larger documents are read by URL: every version of the agent and every export carries this one. */
const maxDocumentCharacters = 1_000_000

const openapiRecord = {
  kind: z.literal('openapi'),
  name: nameText,
  description: boundedText({ max: 4000 }).optional(),
  document: z
    .record(z.string(), z.unknown())
    .refine(
      (document) => JSON.stringify(document).length <= maxDocumentCharacters,
      `must have at most ${maxDocumentCharacters} characters: use documentUrl for a larger one`,
    )
    .optional()
    .meta({ description: 'OpenAPI 3.0 or 3.1. Either document or documentUrl.' }),
  documentUrl: urlWithoutCredentials('document').optional().meta({ description: 'JSON or YAML.' }),
  serverUrl: urlWithoutCredentials('auth').optional().meta({
    description: 'Where the operations are called. Default: the first of the servers in the document.',
  }),
  operations: nameList.optional().meta({ description: 'The operations that become tools. Default: all.' }),
}

function checkDocument({ document, documentUrl }: DocumentSource, context: z.RefinementCtx): void {
  const message = (text: string, path: string) => context.addIssue({ code: 'custom', path: [path], message: text })
  if (document === undefined && documentUrl === undefined) message('is required, or documentUrl', 'document')
  if (document !== undefined && documentUrl !== undefined)
    message('must be omitted when there is a document', 'documentUrl')
}
type DocumentSource = { document?: unknown; documentUrl?: string | undefined }

/** What the records of the three kinds have in the API, for the schemas of responses. */
export const integrationSchemas = { http: httpRecord, mcp: mcpRecord, openapi: openapiRecord, auth: authConfig }

type Shape<S extends z.ZodRawShape> = z.infer<z.ZodObject<S>>
export type HttpIntegration = { id: string; kind?: undefined } & Shape<typeof httpRecord>
type ServiceFields = { id: string; auth?: AuthConfig; listing?: ToolListing }
export type McpIntegration = ServiceFields & Shape<typeof mcpRecord>
export type OpenapiIntegration = ServiceFields & Shape<typeof openapiRecord>
/** An integration whose tools are read from the service. */
export type ServiceIntegration = McpIntegration | OpenapiIntegration
export type IntegrationDef = HttpIntegration | ServiceIntegration
type IntegrationKind = 'http' | 'mcp' | 'openapi'

export function isServiceIntegration(integration: IntegrationDef): integration is ServiceIntegration {
  return integration.kind !== undefined
}

/** Clients may send back the credential state they read; any other value here would be a misplaced credential. */
const redacted = z
  .strictObject({ set: z.boolean(), last4: z.string().optional() })
  .optional()
  .meta({ readOnly: true, description: 'Ignored on write; the credential is sent as authHeader.' })

const ignored = z.unknown().optional().meta({ readOnly: true, description: 'Ignored on write.' })
const readOnlyFields = { tools: ignored, status: ignored, statusDetail: ignored, refreshedAt: ignored }
const credentialState = { set: ignored, last4: ignored }
const httpKind = { kind: z.literal('http').optional() }

const headerValue = (max: number) =>
  secretChange(max).refine(
    (value) => !value || /^[\x20-\x7e\xa0-\xff]+$/.test(value),
    'must be a valid HTTP header value',
  )

/** `auth` as it is sent back after a read of an integration without one has only the state of the credential. */
const noAuth = z.strictObject({ set: z.literal(false) })

const PortableAuth = z
  .union([noAuth, z.strictObject({ ...authConfig, ...credentialState }).superRefine(checkAuthHeader)])
  .optional()
  .transform(toAuthConfig)

function toAuthConfig(auth: (Partial<AuthConfig> & { set?: unknown }) | undefined): AuthConfig | undefined {
  if (auth?.type === undefined) return undefined
  return { type: auth.type, ...(auth.header !== undefined && { header: auth.header }) }
}

const withAuth = <T extends object>({ auth, ...rest }: T & { auth?: AuthConfig | undefined }) =>
  auth === undefined ? rest : { ...rest, auth }

function dropReadOnly<T extends object>(value: T & Partial<Record<keyof typeof readOnlyFields, unknown>>) {
  const { tools: _, status: __, statusDetail: ___, refreshedAt: ____, ...record } = value
  return record
}

/** Picks the schema by `kind` before validation, so that errors refer to the intended kind. */
function byKind<Out>(forms: Record<IntegrationKind, z.ZodType<Out>>): z.ZodType<Out> {
  const { anyOf } = z.toJSONSchema(z.union(Object.values(forms) as [z.ZodType, z.ZodType]), { io: 'input' })
  return z
    .unknown()
    .transform((value, context): Out => {
      const kind = (typeof value === 'object' && value !== null && 'kind' in value && value.kind) || 'http'
      const form = typeof kind === 'string' && Object.hasOwn(forms, kind) ? forms[kind as IntegrationKind] : undefined
      if (!form) {
        context.issues.push({
          code: 'custom',
          path: ['kind'],
          message: 'must be one of http, mcp, openapi',
          input: value,
        })
        return z.NEVER
      }
      const parsed = form.safeParse(value, fieldErrorOptions)
      if (parsed.success) return parsed.data
      context.issues.push(...(parsed.error.issues as typeof context.issues))
      return z.NEVER
    })
    .meta({ anyOf })
}

const Portable = byKind<IntegrationDef>({
  http: z
    .strictObject({ id: integrationId, ...httpKind, ...httpRecord, auth: redacted })
    .transform(({ auth: _, kind: __, ...integration }): IntegrationDef => integration),
  mcp: z
    .strictObject({ id: integrationId, ...mcpRecord, auth: PortableAuth, ...readOnlyFields })
    .transform((value) => withAuth(dropReadOnly(value)) as McpIntegration),
  openapi: z
    .strictObject({ id: integrationId, ...openapiRecord, auth: PortableAuth, ...readOnlyFields })
    .superRefine(checkDocument)
    .transform((value) => withAuth(dropReadOnly(value)) as OpenapiIntegration),
})

/** The list as a document carries it, built from an export or from GET responses. */
export const IntegrationList = uniqueBy(z.array(Portable).max(100), 'id')

type SecretChange = string | null | undefined
/** `auth`: undefined keeps the stored one, null removes it. */
export type IntegrationBody = { id: string | undefined; secret: SecretChange } & (
  | { kind: 'http'; record: Omit<HttpIntegration, 'id' | 'kind'> }
  | { kind: 'mcp'; record: Omit<McpIntegration, 'id' | 'auth' | 'listing'>; auth: AuthConfig | null | undefined }
  | {
      kind: 'openapi'
      record: Omit<OpenapiIntegration, 'id' | 'auth' | 'listing'>
      auth: AuthConfig | null | undefined
    }
)

const bodyId = z.string().optional().meta({ description: 'If present, must be the id in the path.' })

const BodyAuth = z
  .union([
    noAuth,
    z
      .strictObject({
        ...authConfig,
        secret: headerValue(4000).meta({ writeOnly: true, description: 'null clears it; omitted keeps it.' }),
        ...credentialState,
      })
      .superRefine(checkAuthHeader),
  ])
  .nullable()
  .optional()
  .meta({ description: 'null removes it with its secret; omitted keeps both.' })

function splitAuth(auth: z.infer<typeof BodyAuth>): { auth: AuthConfig | null | undefined; secret: SecretChange } {
  if (auth === null) return { auth: null, secret: null }
  return { auth: toAuthConfig(auth), secret: auth !== undefined && 'secret' in auth ? auth.secret : undefined }
}

/** Body of a PUT: the record plus its credential. */
export const IntegrationBody = byKind<IntegrationBody>({
  http: z
    .strictObject({
      id: bodyId,
      ...httpKind,
      ...httpRecord,
      authHeader: headerValue(4000).meta({ writeOnly: true, description: 'Sent as the Authorization header.' }),
      auth: redacted,
    })
    .transform(
      ({ id, kind: _, authHeader, auth: __, ...record }): IntegrationBody => ({
        id,
        kind: 'http',
        secret: authHeader,
        record,
      }),
    ),
  mcp: z
    .strictObject({ id: bodyId, ...mcpRecord, auth: BodyAuth, ...readOnlyFields })
    .transform(({ id, auth, ...value }): IntegrationBody => {
      return { id, kind: 'mcp', ...splitAuth(auth), record: dropReadOnly(value) }
    }),
  openapi: z
    .strictObject({ id: bodyId, ...openapiRecord, auth: BodyAuth, ...readOnlyFields })
    .superRefine(checkDocument)
    .transform(({ id, auth, ...value }): IntegrationBody => {
      return { id, kind: 'openapi', ...splitAuth(auth), record: dropReadOnly(value) }
    }),
}).meta({
  id: 'IntegrationBody',
  examples: [{ description: 'Looks up an order', endpoint: { url: 'https://example.com/orders' } }],
})
