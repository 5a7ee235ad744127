import type { Bound, Inbound, Parsed, ProviderCall } from '../../adapter.ts'
import { type Fields, fieldsOf, jsonIn } from '../read.ts'
import { isSigned, sameSecret } from '../signature.ts'
import { listOf } from './json.ts'

const scheme = 'sha256='

/** A GET shows the word that the operator has chosen, a POST is signed with the secret of the app. */
export function verify({ method, query, headers, body }: ProviderCall, { auth }: Bound): string | undefined {
  if (method === 'GET') return isOurWord(query, auth.verifyToken) ? undefined : 'the verify token is another'
  const header = headers['x-hub-signature-256']
  if (!header) return 'X-Hub-Signature-256 is missing'
  const seal = { algorithm: 'sha256', key: auth.appSecret?.trim() ?? '', encoding: 'hex' } as const
  const signed = header.startsWith(scheme) && isSigned(seal, header.slice(scheme.length), body)
  return signed ? undefined : 'X-Hub-Signature-256 does not fit the body and the app secret'
}

function isOurWord(query: ProviderCall['query'], ours: string | undefined): boolean {
  const given = query['hub.verify_token']
  return query['hub.mode'] === 'subscribe' && !!ours && !!given && sameSecret(given, ours)
}

/** `read` is handed the entries of one call, all of the kind of object that is asked for. */
export function parserOf(
  object: string,
  read: (entries: Fields[], binding: Bound) => Inbound[],
): (call: ProviderCall, binding: Bound) => Parsed {
  return ({ method, query, body }, binding) => {
    if (method === 'GET') {
      return { answer: { status: 200, type: 'text/plain', body: query['hub.challenge'] ?? '' }, inbounds: [] }
    }
    const told = fieldsOf(jsonIn(body))
    return { inbounds: told.object === object ? once(read(listOf(told.entry), binding)) : [] }
  }
}

function once(inbounds: Inbound[]): Inbound[] {
  const seen = new Set<string>()
  return inbounds.filter((inbound) => {
    if (inbound.kind !== 'content') return true
    const isNew = !seen.has(inbound.id)
    seen.add(inbound.id)
    return isNew
  })
}
