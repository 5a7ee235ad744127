import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../../../platform/db/database.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import { notFound } from '../../../../platform/http/problem.ts'
import { type BucketName, buckets, consumeToken, rateLimitedProblem } from '../../../../platform/http/rate-limit.ts'
import { dayMilliseconds, type World } from '../../../../platform/world.ts'
import { newClientId, OAuthRefusal, readRegistration, serializeRegistration } from '../client.ts'
import {
  buildMcpChallenge,
  buildResourceMetadata,
  buildServerMetadata,
  findOAuthIssuer,
  isMcpResource,
  resourceMetadataPath,
  serverMetadataPath,
} from '../issuer.ts'
import { findClient, insertClient } from '../queries.ts'
import { exchangeAuthorizationCode, revokeToken, rotateTokens, type TokenContext } from '../tokens.ts'

/**
 * The endpoints of OAuth that programs call. They are not part of the documented API: their requests, responses and
 * errors are those of RFC 6749, 7009, 7591, 8414 and 9728, and clients discover them.
 */

type OAuthDeps = { db: Db; world: World; publicUrl: string }

const bodyLimit = 16_384
/** A registration that no member allows is deleted after a day. */
const unconfirmedDays = 1

function serveOAuth(app: FastifyInstance, deps: OAuthDeps): void {
  serveMetadata(app, deps)
  app.post('/oauth/register', { bodyLimit }, (request, reply) =>
    respond(reply, async () => {
      requireIssuer(request, deps)
      await assertWithinLimit('oauthRegister', request, deps)
      return registerClient(request.body as Buffer | undefined, deps)
    }),
  )
  app.post('/oauth/token', { bodyLimit }, (request, reply) =>
    respond(reply, async () => {
      const issuer = requireIssuer(request, deps)
      await assertWithinLimit('oauthToken', request, deps)
      return { status: 200, body: await grantTokens(readForm(request), issuer, toTokenContext(request, deps)) }
    }),
  )
  app.post('/oauth/revoke', { bodyLimit }, (request, reply) =>
    respond(reply, async () => {
      requireIssuer(request, deps)
      await assertWithinLimit('oauthToken', request, deps)
      const form = readForm(request)
      const sent = { token: requireField(form, 'token'), clientId: requireField(form, 'client_id') }
      await revokeToken(sent, toTokenContext(request, deps))
      return { status: 200 }
    }),
  )
}

function serveMetadata(app: FastifyInstance, deps: OAuthDeps): void {
  const documents = {
    [resourceMetadataPath]: buildResourceMetadata,
    [`${resourceMetadataPath}/mcp`]: buildResourceMetadata,
    [serverMetadataPath]: buildServerMetadata,
  }
  for (const [path, build] of Object.entries(documents))
    app.get(path, async (request, reply) => {
      const document = build(requireIssuer(request, deps))
      // The host decides about the content on a machine of one's own; the address of a deployment rarely changes.
      reply.headers({ 'cache-control': 'public, max-age=300', vary: 'host' })
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(document))
    })
}

/** Where OAuth cannot work, its endpoints do not exist. */
function requireIssuer({ headers }: FastifyRequest, { publicUrl }: OAuthDeps): string {
  const issuer = findOAuthIssuer(publicUrl, headers.host)
  if (issuer === undefined) throw notFound()
  return issuer
}

async function assertWithinLimit(name: BucketName, { ip }: FastifyRequest, { db, world }: OAuthDeps): Promise<void> {
  const bucket = buckets[name]
  const level = await consumeToken(db, `${name}:${networkOf(ip)}`, bucket, world.now())
  if (!level.allowed) throw rateLimitedProblem(level, bucket)
}

type OAuthResponse = { status: number; body?: object }

async function respond(reply: FastifyReply, act: () => Promise<OAuthResponse>): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
  const { status, body } = await act().catch((error: unknown): OAuthResponse => {
    if (!(error instanceof OAuthRefusal)) throw error
    return { status: error.status, body: { error: error.error, error_description: error.message } }
  })
  reply.code(status)
  if (body === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

async function registerClient(raw: Buffer | undefined, { db, world }: OAuthDeps): Promise<OAuthResponse> {
  const client = { ...readRegistration(raw), id: newClientId(world) }
  const now = world.now()
  await insertClient(db, { ...client, now, expiresAt: new Date(now.getTime() + unconfirmedDays * dayMilliseconds) })
  return { status: 201, body: serializeRegistration(client, now) }
}

const toTokenContext = ({ id, ip }: FastifyRequest, { db, world }: OAuthDeps): TokenContext => ({
  db,
  world,
  request: { id, ip },
})

async function grantTokens(form: Form, issuer: string, context: TokenContext): Promise<object> {
  const grantType = requireField(form, 'grant_type')
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token')
    throw new OAuthRefusal('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
  const clientId = requireField(form, 'client_id')
  if (!(await findClient(context.db, clientId, context.world.now())))
    throw new OAuthRefusal('invalid_client', 'The client is not registered, or its registration has expired', 401)
  if (!isMcpResource(form.get('resource'), issuer))
    throw new OAuthRefusal('invalid_target', `resource must be ${issuer}/mcp`)
  if (grantType === 'refresh_token')
    return rotateTokens(
      { refreshToken: requireField(form, 'refresh_token'), clientId, scope: form.get('scope') },
      context,
    )
  return exchangeAuthorizationCode(
    {
      code: requireField(form, 'code'),
      clientId,
      redirectUri: requireField(form, 'redirect_uri'),
      codeVerifier: requireField(form, 'code_verifier'),
    },
    context,
  )
}

type Form = ReadonlyMap<string, string>

/** RFC 6749 allows each parameter once, and only printable characters in those that Parley reads. */
function readForm({ body, headers }: FastifyRequest): Form {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
    throw new OAuthRefusal('invalid_request', 'The content type must be application/x-www-form-urlencoded')
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '')) {
    if (form.has(name)) throw new OAuthRefusal('invalid_request', 'A parameter appears twice')
    if (!/^[\x20-\x7e]*$/.test(name + value))
      throw new OAuthRefusal('invalid_request', 'A parameter contains characters other than printable ASCII')
    form.set(name, value)
  }
  return form
}

function requireField(form: Form, name: string): string {
  const value = form.get(name)
  if (!value) throw new OAuthRefusal('invalid_request', `${name} is missing`)
  return value
}

/** OAuth for `/mcp`: its endpoints, and the challenge that leads a client to them. */
export const mcpOAuth = {
  serve: serveOAuth,
  /** `host` is that of the request. */
  buildChallenge: (request: { publicUrl: string; host?: string; hasToken: boolean }): string =>
    buildMcpChallenge(findOAuthIssuer(request.publicUrl, request.host), request.hasToken),
}
