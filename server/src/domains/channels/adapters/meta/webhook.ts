import type { AdapterBinding, Inbound, ParsedCall, ProviderCall } from '../../adapter.ts'
import { type Fields, parseJsonBytes, readFields } from '../payload-reader.ts'
import { isSameSecret, verifySignature } from '../signature.ts'
import { readFieldsList } from './payload-reader.ts'

const scheme = 'sha256='

/** A GET carries the verify token that the operator chose; a POST is signed with the app secret. */
export function verify({ method, query, headers, body }: ProviderCall, { auth }: AdapterBinding): string | undefined {
  if (method === 'GET') return isVerifyToken(query, auth.verifyToken) ? undefined : 'the verify token is another'
  const header = headers['x-hub-signature-256']
  if (!header) return 'X-Hub-Signature-256 is missing'
  const seal = { algorithm: 'sha256', key: auth.appSecret?.trim() ?? '', encoding: 'hex' } as const
  const signed = header.startsWith(scheme) && verifySignature(seal, header.slice(scheme.length), body)
  return signed ? undefined : 'X-Hub-Signature-256 does not fit the body and the app secret'
}

function isVerifyToken(query: ProviderCall['query'], ours: string | undefined): boolean {
  const token = query['hub.verify_token']
  return query['hub.mode'] === 'subscribe' && !!ours && !!token && isSameSecret(token, ours)
}

/** `read` receives the entries of one call, all of the requested object type. */
export function createMetaParser(
  object: string,
  read: (entries: Fields[], binding: AdapterBinding) => Inbound[],
): (call: ProviderCall, binding: AdapterBinding) => ParsedCall {
  return ({ method, query, body }, binding) => {
    if (method === 'GET') {
      return { answer: { status: 200, type: 'text/plain', body: query['hub.challenge'] ?? '' }, inbounds: [] }
    }
    const payload = readFields(parseJsonBytes(body))
    return { inbounds: payload.object === object ? dropDuplicates(read(readFieldsList(payload.entry), binding)) : [] }
  }
}

function dropDuplicates(inbounds: Inbound[]): Inbound[] {
  const seen = new Set<string>()
  return inbounds.filter((inbound) => {
    if (inbound.kind !== 'content') return true
    const isNew = !seen.has(inbound.id)
    seen.add(inbound.id)
    return isNew
  })
}
