import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'

export type Claims = {
  email?: string
  email_verified?: boolean
  iss?: string
  aud?: string
  seconds?: number
  key?: CryptoKey
}

/** A fake OpenID Connect issuer on loopback: discovery, published keys, and ID tokens signed with them. */
export async function startTokenIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/.well-known/openid-configuration')
      response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }))
    else response.end(JSON.stringify({ keys: [jwk] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function idToken(claimOverrides: Claims): Promise<string> {
    const { iss = issuer, aud = 'parley', seconds = 300, key = privateKey, ...claims } = claimOverrides
    const now = Math.floor(Date.now() / 1000)
    const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' })
    return jwt
      .setIssuer(iss)
      .setAudience(aud)
      .setSubject('s')
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key)
  }
  return { issuer, idToken }
}
