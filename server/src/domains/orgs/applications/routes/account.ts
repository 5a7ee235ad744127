import type { Db } from '../../../../platform/db/database.ts'
import { invalidRequest, notFound } from '../../../../platform/http/problem.ts'
import { openRoute } from '../../../../platform/http/route.ts'
import { listSchema } from '../../../../platform/http/schemas.ts'
import { requireUser, signedInOnly } from '../../accounts/routes/session.ts'
import {
  ApplicationConsent,
  ApplicationRedirect,
  ApplicationReview,
  type AuthorizationRequest,
  AuthorizationReview,
  ConnectedApplication,
} from '../application.ts'
import {
  assertGenuine,
  buildRedirect,
  findRequestFault,
  type GenuineRequest,
  grantableScopes,
  reviewRequest,
} from '../authorization.ts'
import { findOAuthIssuer } from '../issuer.ts'
import { deleteApplication, findClient, listApplications, type StoredApplication } from '../queries.ts'
import { issueCode } from '../tokens.ts'

const own = { ...signedInOnly, problems: ['resource.not_found'] } as const
const applications = '/auth/applications'

/** The consent page and the list of connected applications; they respond 404 to an API key and to an application. */
export const applicationRoutes = ({ publicUrl }: { publicUrl: string }) => {
  async function readGenuine(tx: Db, request: AuthorizationRequest, { host, now }: { host?: string; now: Date }) {
    const client = request.clientId === undefined ? undefined : await findClient(tx, request.clientId, now)
    return assertGenuine(request, client, findOAuthIssuer(publicUrl, host))
  }
  return [
    ...connectedApplicationRoutes,
    openRoute({
      ...own,
      method: 'POST',
      path: `${applications}/_review`,
      summary: 'Read what an application asks for',
      description:
        'What the consent page shows before the member decides; changes nothing. An unknown client and a redirect URI that ' +
        'it did not register are 422: the browser must not be sent there. For users only.',
      body: ApplicationReview,
      response: AuthorizationReview,
      transaction: false,
      audited: false,
      handle: async ({ tx, body, caller, request, world }) => {
        const { role } = requireUser(caller)
        const genuine = await readGenuine(tx, body.request, { host: request.host, now: world.now() })
        return reviewRequest(genuine, role)
      },
    }),
    openRoute({
      ...own,
      method: 'POST',
      path: applications,
      summary: 'Connect an application',
      description:
        "Allows the application to act over MCP in the session's org, in the name of the member and within their current " +
        'role. The browser takes the answer to the application, which exchanges its code for tokens. For users only.',
      body: ApplicationConsent,
      response: ApplicationRedirect,
      handle: async ({ tx, body, caller, request, world }) => {
        const { id: userId, orgId, role, epoch, openId } = requireUser(caller)
        const genuine = await readGenuine(tx, body.request, { host: request.host, now: world.now() })
        const fault = findRequestFault(genuine)
        if (fault) throw invalidRequest([{ field: 'request', message: fault.description }])
        if (!body.scopes.some((scope) => grantableScopes(genuine, role).includes(scope)))
          throw invalidRequest([{ field: 'scopes', message: 'must contain a requested scope that your role has' }])
        const consent = { orgId, userId, role, epoch, openId, scopes: body.scopes }
        const code = await issueCode(tx, genuine as CheckedRequest, consent, world)
        return { redirectTo: buildRedirect(genuine, { code }) }
      },
    }),
  ]
}

/** Without a fault, the request has a code challenge. */
type CheckedRequest = GenuineRequest & { codeChallenge: string }

const connectedApplicationRoutes = [
  openRoute({
    ...own,
    method: 'GET',
    path: applications,
    summary: 'List the applications that act for the signed-in user in the org, most recently used first',
    description: 'Applications that the user allowed to act over MCP. For users only.',
    response: listSchema(ConnectedApplication),
    handle: async ({ tx, caller, world }) => {
      const { id, orgId } = requireUser(caller)
      const rows = await listApplications(tx, { id: orgId }, id, world.now())
      return { data: rows.map(serializeApplication) }
    },
  }),
  openRoute({
    ...own,
    method: 'DELETE',
    path: `${applications}/:applicationId`,
    summary: 'Disconnect an application at once',
    description: 'Its tokens stop working with the next call. For users only.',
    handle: async ({ tx, caller, params }) => {
      const { id: userId, orgId } = requireUser(caller)
      if (!(await deleteApplication(tx, { id: orgId }, { userId, id: params.applicationId }))) throw notFound()
    },
  }),
]

function serializeApplication(row: StoredApplication): ConnectedApplication {
  return {
    id: row.id,
    name: row.name,
    redirectHosts: [...new Set(row.redirectUris.map((uri) => new URL(uri).hostname))],
    scopes: row.scopes as ConnectedApplication['scopes'],
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}
