import { roles, scopes } from '@parley/definition/vocabulary'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'

/** The consent page's part of the API, and the applications that a member has connected. */

const scope = z.enum(scopes)
const text = (max: number) => z.string().max(max)
const parameter = (max: number, name: string) =>
  text(max)
    .optional()
    .meta({ description: `\`${name}\` of the request.` })

const exampleRequest = {
  clientId: 'client_01',
  redirectUri: 'http://127.0.0.1:33418/callback',
  responseType: 'code',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  codeChallengeMethod: 'S256',
  scope: 'agents:read people:read',
  resource: 'https://parley.example.com/mcp',
  state: 'af0ifjsldkj',
}

/** Everything is optional, so that a missing parameter is refused as OAuth says it. */
export const AuthorizationRequest = z
  .strictObject({
    clientId: parameter(200, 'client_id'),
    redirectUri: parameter(2000, 'redirect_uri'),
    responseType: parameter(200, 'response_type'),
    codeChallenge: parameter(200, 'code_challenge'),
    codeChallengeMethod: parameter(200, 'code_challenge_method'),
    scope: parameter(2000, 'scope'),
    resource: parameter(2000, 'resource'),
    state: parameter(4000, 'state'),
  })
  .meta({
    id: 'AuthorizationRequest',
    description: 'The parameters that an application sent to `/oauth/authorize`.',
    examples: [exampleRequest],
  })
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>

const clientName = z.string().meta({ description: 'As the application calls itself; no one has verified it.' })
const redirectHost = z.string().meta({ description: 'The address that receives the result.' })

export const AuthorizationReview = z
  .strictObject({
    clientName,
    redirectHost,
    role: z.enum(roles).meta({ description: "The member's role in the org." }),
    scopes: z.array(scope).meta({ description: 'What the member can allow: requested, and within their role.' }),
    suggestedScopes: z.array(scope).meta({ description: 'The same without administration.' }),
    denyRedirectTo: z.string().meta({ description: 'Where to send the browser if the member refuses.' }),
    error: z
      .string()
      .optional()
      .meta({ description: 'Why the request cannot be allowed; `denyRedirectTo` then tells the application.' }),
  })
  .meta({
    id: 'AuthorizationReview',
    examples: [
      {
        clientName: 'Desk assistant',
        redirectHost: '127.0.0.1:33418',
        role: 'editor',
        scopes: ['agents:read', 'people:read', 'catalogs:read'],
        suggestedScopes: ['agents:read', 'people:read', 'catalogs:read'],
        denyRedirectTo: 'http://127.0.0.1:33418/callback?error=access_denied&state=af0ifjsldkj',
      },
    ],
  })
export type AuthorizationReview = z.infer<typeof AuthorizationReview>

export const ApplicationReview = z
  .strictObject({ request: AuthorizationRequest })
  .meta({ id: 'ApplicationReview', examples: [{ request: exampleRequest }] })

export const ApplicationConsent = z
  .strictObject({
    request: AuthorizationRequest,
    scopes: z.array(scope).min(1).max(50).meta({ description: 'What the member allows.' }),
  })
  .meta({ id: 'ApplicationConsent', examples: [{ request: exampleRequest, scopes: ['agents:read'] }] })

export const ApplicationRedirect = z
  .strictObject({ redirectTo: z.string().meta({ description: 'Where to send the browser; valid for a minute.' }) })
  .meta({
    id: 'ApplicationRedirect',
    examples: [{ redirectTo: 'http://127.0.0.1:33418/callback?code=…&state=af0ifjsldkj' }],
  })

export const ConnectedApplication = z
  .strictObject({
    id: z.string(),
    name: clientName,
    redirectHosts: z.array(z.string()).meta({ description: 'The hosts that the application registered.' }),
    scopes: z.array(scope).meta({ description: "As allowed; the member's current role limits them at each call." }),
    createdAt: timestamp,
    lastUsedAt: timestamp.meta({ description: 'To the minute.' }),
    expiresAt: timestamp.meta({ description: 'Unless the application uses it before.' }),
  })
  .meta({
    id: 'ConnectedApplication',
    examples: [
      {
        id: 'app_01',
        name: 'Desk assistant',
        redirectHosts: ['127.0.0.1'],
        scopes: ['agents:read', 'catalogs:read'],
        createdAt: '2030-01-31T09:00:00.000Z',
        lastUsedAt: '2030-01-31T09:00:00.000Z',
        expiresAt: '2030-03-02T09:00:00.000Z',
      },
    ],
  })
export type ConnectedApplication = z.infer<typeof ConnectedApplication>
