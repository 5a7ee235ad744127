import { createHash } from 'node:crypto'
import type { Bound, Content, Inbound, Parsed, ProviderCall, ReceiptState } from '../../adapter.ts'
import { idOf, placeOf, textOf } from '../read.ts'
import { isSigned, sameSecret } from '../signature.ts'
import { receiptFailureOf } from './errors.ts'

/** In the address that statuses go to: our own id of the message, so that no status can come before we know it. */
export const messageParameter = 'message'

const twiml: Parsed['answer'] = {
  status: 200,
  type: 'text/xml',
  body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
}

/** https://www.twilio.com/docs/usage/security: over the address as Twilio has it, and all fields by their names. */
export function verify({ url, query, headers, body }: ProviderCall, { auth }: Bound): string | undefined {
  const seal = { algorithm: 'sha1', key: auth.authToken ?? '', encoding: 'base64' } as const
  const bodyHash = query.bodySHA256
  if (bodyHash !== undefined && !sameSecret(bodyHash.toLowerCase(), createHash('sha256').update(body).digest('hex'))) {
    return 'the body is not the one that was signed'
  }
  const content = bodyHash === undefined ? `${url}${signedFields(body)}` : url
  return isSigned(seal, headers['x-twilio-signature'], content)
    ? undefined
    : 'the signature is not that of the auth token'
}

function signedFields(body: Buffer): string {
  const form = new URLSearchParams(body.toString())
  const names = [...new Set(form.keys())].sort()
  return names.map((name) => name + form.getAll(name).join('')).join('')
}

export function parse({ query, body }: ProviderCall): Parsed {
  const form = new URLSearchParams(body.toString())
  const status = form.get('MessageStatus')
  if (status === null || status === 'received' || status === 'receiving')
    return { answer: twiml, inbounds: contentsOf(form) }
  const receipt = receiptOf(status, Number(form.get('ErrorCode')))
  const channelMessageId = idOf(query[messageParameter])
  return {
    answer: twiml,
    inbounds: receipt && channelMessageId ? [{ kind: 'receipt', channelMessageId, ...receipt }] : [],
  }
}

/** What a status of Twilio's says; nothing before the message has left it. */
export function receiptOf(status: string, errorCode: number): ReceiptState | undefined {
  switch (status) {
    case 'sent':
    case 'delivered':
    case 'read':
      return { state: status }
    case 'failed':
    case 'undelivered':
    case 'canceled':
      return { state: 'failed', ...receiptFailureOf(errorCode) }
    default:
      return undefined
  }
}

function contentsOf(form: URLSearchParams): Inbound[] {
  const from = idOf(form.get('From')?.replace(/^rcs:/, ''))
  const sid = idOf(form.get('MessageSid') ?? form.get('SmsSid'))
  if (!from || !sid) return []
  return contentIn(form).map((content, index) => {
    const id = index === 0 ? sid : `${sid}-${index}`
    return { kind: 'content', from, id, content }
  })
}

function contentIn(form: URLSearchParams): Content[] {
  const text = textOf(form.get('Body'))
  const postback = textOf(form.get('ButtonPayload'))
  if (postback) return [{ type: 'tap', postback, label: textOf(form.get('ButtonText')) ?? text }]
  const files = filesIn(form)
  if (files.length > 0) return files.map((file, index) => (index === 0 && text ? { ...file, text } : file))
  const place = sharedPlace(form)
  if (place) return [place]
  return text ? [{ type: 'text', text }] : []
}

const mostFiles = 10

function filesIn(form: URLSearchParams): (Content & { type: 'media' })[] {
  const count = Math.min(Number(form.get('NumMedia')) || 0, mostFiles)
  return Array.from({ length: Math.max(count, 0) }).flatMap((_, index) => {
    const reference = textOf(form.get(`MediaUrl${index}`))
    const mediaType = idOf(form.get(`MediaContentType${index}`))
    return reference ? [{ type: 'media' as const, reference, mediaType }] : []
  })
}

function sharedPlace(form: URLSearchParams): Content | undefined {
  const [latitude, longitude] = [form.get('Latitude'), form.get('Longitude')]
  const place = latitude && longitude ? placeOf(Number(latitude), Number(longitude)) : undefined
  if (!place) return undefined
  const [name, address] = [textOf(form.get('Label')), textOf(form.get('Address'))]
  return { type: 'place', place: { ...place, ...(name && { name }), ...(address && { address }) } }
}
