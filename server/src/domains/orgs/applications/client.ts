import { z } from 'zod'
import type { World } from '../../../platform/world.ts'
import { isLoopbackUrl } from './issuer.ts'

/** Dynamic registration of applications (RFC 7591): public clients, which have no secret. */

export type RegisteredClient = { id: string; name: string; redirectUris: string[] }

/** An error of the OAuth endpoints, in the words of their RFCs. */
export class OAuthRefusal extends Error {
  readonly error: string
  readonly status: number
  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

const maxRedirectUris = 10
const maxUriLength = 2000
const maxNameLength = 100

const Registration = z.object({
  redirect_uris: z.array(z.string()).min(1).max(maxRedirectUris),
  client_name: z.string().max(1000).optional(),
  grant_types: z.array(z.string()).max(20).optional(),
  response_types: z.array(z.string()).max(20).optional(),
})

/** Ignores every other field: Parley stores, shows and fetches nothing of it. */
export function readRegistration(raw: Buffer | undefined): Omit<RegisteredClient, 'id'> {
  const parsed = Registration.safeParse(parseJson(raw))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') || 'The registration'
    throw new OAuthRefusal('invalid_client_metadata', `${field}: ${issue?.message ?? 'is not valid'}`)
  }
  const { redirect_uris: redirectUris, client_name, grant_types, response_types } = parsed.data
  for (const uri of redirectUris) {
    const fault = findRedirectUriFault(uri)
    if (fault) throw new OAuthRefusal('invalid_redirect_uri', fault)
  }
  if (grant_types && !grant_types.includes('authorization_code'))
    throw new OAuthRefusal('invalid_client_metadata', 'grant_types must include authorization_code')
  if (response_types && !response_types.includes('code'))
    throw new OAuthRefusal('invalid_client_metadata', 'response_types must include code')
  return { name: cleanName(client_name), redirectUris: [...new Set(redirectUris)] }
}

function parseJson(raw: Buffer | undefined): unknown {
  try {
    return JSON.parse((raw ?? Buffer.alloc(0)).toString('utf8'))
  } catch {
    return undefined
  }
}

/** A client is told what it was registered as, whatever it asked for. */
export const serializeRegistration = ({ id, name, redirectUris }: RegisteredClient, createdAt: Date) => ({
  client_id: id,
  client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
  client_name: name,
  redirect_uris: redirectUris,
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})

export const newClientId = (world: World): string => world.newId('client')

/** Printable ASCII without spaces, double quotes, angle brackets and backslashes, as a URI has it. */
const uriText = /^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d-\x7e]+$/

export function findRedirectUriFault(uri: string): string | undefined {
  if (uri.length > maxUriLength || !uriText.test(uri)) return 'A redirect URI must be a URI of at most 2000 characters'
  const url = URL.parse(uri)
  if (!url) return 'A redirect URI must be a complete URI'
  if (uri.includes('#')) return 'A redirect URI must have no fragment'
  if (url.username !== '' || url.password !== '') return 'A redirect URI must contain no user name or password'
  if (url.protocol === 'https:' || isLoopbackUrl(url)) return undefined
  return 'A redirect URI must begin with https://, or with http:// and localhost, 127.0.0.1 or [::1]'
}

/** Exact; only the port of a loopback address may differ, because a program gets a free one each time (RFC 8252). */
export function isRegisteredRedirect(uri: string, registered: readonly string[]): boolean {
  if (findRedirectUriFault(uri)) return false
  return registered.some(
    (one) => one === uri || (isLoopback(one) && isLoopback(uri) && portless(one) === portless(uri)),
  )
}

const isLoopback = (uri: string): boolean => isLoopbackUrl(new URL(uri))

const portless = (uri: string): string => uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^:/?]+)):\d*/i, '$1')

/** Removes what could disguise a name: controls, and characters that are invisible or reverse the text. */
function cleanName(name = ''): string {
  const plain = name
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const cut = [...plain].slice(0, maxNameLength).join('')
  return cut === '' ? 'Unnamed application' : cut
}
