import * as oauth from 'oauth4webapi'
import { readLimited } from './outbound/index.ts'

const maxResponseBytes = 256 * 1024

type OAuthRequestOptions = {
  [oauth.customFetch]: (url: string, init: object) => Promise<Response>
  [oauth.allowInsecureRequests]: true
  signal: AbortSignal
}

/** Options for every request of `oauth4webapi`: sign-in at an issuer, and connections to providers. */
export function oauthRequestOptions(fetch: typeof globalThis.fetch, timeoutMilliseconds: number): OAuthRequestOptions {
  return {
    [oauth.customFetch]: async (url, init) => readResponse(await fetch(url, init)),
    // The injected fetch decides whether plain http is allowed.
    [oauth.allowInsecureRequests]: true,
    signal: AbortSignal.timeout(timeoutMilliseconds),
  }
}

/**
 * Limits the size of the body. Drops all headers except the content type: for a response with a challenge
 * (WWW-Authenticate), the library would report that instead of the error in the body.
 */
async function readResponse(response: Response): Promise<Response> {
  const { status, headers } = response
  const bytes = await readLimited(response, maxResponseBytes)
  return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), {
    status,
    headers: { 'content-type': headers.get('content-type') ?? '' },
  })
}

/** Returns the error code of a refusal. The issuer's own message is omitted: it may repeat a token or a code. */
export function oauthErrorCode(error: unknown): string | undefined {
  return error instanceof oauth.ResponseBodyError && /^[a-z_]{1,40}$/.test(error.error) ? error.error : undefined
}
