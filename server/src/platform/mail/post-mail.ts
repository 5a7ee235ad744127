import { OutboundBlockedError, OutboundFailedError } from '../outbound/index.ts'
import { MailDeliveryError, MailRejectedError } from './mail.ts'

export type MailProvider = {
  name: string
  url: string
  authorization: string
  fetch: typeof globalThis.fetch
  /** By status: what the operator must do before a retry can succeed. */
  remedies: Readonly<Record<number, string>>
}

export type MailPost = { contentType: string; body: string | ArrayBuffer; signal?: AbortSignal }

const timeoutMilliseconds = 20_000

export const commonRemedies: MailProvider['remedies'] = {
  400: 'check the addresses of sender and recipient',
  401: 'set a new emailApiKey',
  403: 'check what the key allows, and that the sender is verified there',
}

const tooLarge = 413

/** Never reads the response body, because it may contain the recipient's address. */
export async function postMail(provider: MailProvider, { contentType, body, signal: ended }: MailPost): Promise<void> {
  const { name, url, fetch, remedies } = provider
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMilliseconds), ...(ended ? [ended] : [])])
  const headers = { ...authorizationHeader(provider), 'content-type': contentType, accept: 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal }).catch((error) => {
    throw new MailDeliveryError(`${name} could not be reached: ${failureReasonOf(error)}.`)
  })
  // The outcome is known by now, whatever happens to the connection.
  await response.body?.cancel().catch(() => {})
  const { ok, status } = response
  if (ok) return
  if (status === tooLarge)
    throw new MailRejectedError(`${name} rejected the mail (${status}): it is too large, shorten it.`)
  const remedy = remedies[status]
  if (remedy) throw new MailDeliveryError(`${name} rejected the mail (${status}): ${remedy}.`)
  throw new MailDeliveryError(`${name} is not accepting mail right now (${status}).`)
}

/** A key that does not fit in a header cannot be valid. */
function authorizationHeader({ name, authorization, remedies }: MailProvider): { authorization: string } {
  if (/[^\x20-\x7e]/.test(authorization))
    throw new MailDeliveryError(`${name} does not recognize the key: ${remedies[401]}.`)
  return { authorization }
}

/** Messages of other errors contain addresses. */
function failureReasonOf(error: unknown): string {
  const ours = error instanceof OutboundFailedError || error instanceof OutboundBlockedError
  return ours ? error.message : 'the call failed'
}
