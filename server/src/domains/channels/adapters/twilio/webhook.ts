import { createHash } from 'node:crypto'
import type {
  AdapterBinding,
  Inbound,
  InboundContentBody,
  ParsedCall,
  ProviderCall,
  ReceiptState,
} from '../../adapter.ts'
import { isSameSecret, readCoordinates, readProviderId, readProviderText, verifySignature } from '../webhook-request.ts'

import { toReceiptFailure } from './errors.ts'

/**
 * Query parameter of the status callback URL with our own message id, so that a status can be matched even before we
 * know Twilio's id.
 */
export const messageParameter = 'message'

const twiml: ParsedCall['answer'] = {
  status: 200,
  type: 'text/xml',
  body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
}

/**
 * https://www.twilio.com/docs/usage/security: the signature covers the URL as Twilio has it and all fields sorted by
 * name.
 */
export function verify({ url, query, headers, body }: ProviderCall, { auth }: AdapterBinding): string | undefined {
  const seal = { algorithm: 'sha1', key: auth.authToken ?? '', encoding: 'base64' } as const
  const bodyHash = query.bodySHA256
  if (
    bodyHash !== undefined &&
    !isSameSecret(bodyHash.toLowerCase(), createHash('sha256').update(body).digest('hex'))
  ) {
    return 'the body is not the one that was signed'
  }
  const content = bodyHash === undefined ? `${url}${signedFields(body)}` : url
  return verifySignature(seal, headers['x-twilio-signature'], content)
    ? undefined
    : 'the signature does not match the auth token'
}

function signedFields(body: Buffer): string {
  const form = new URLSearchParams(body.toString())
  const names = [...new Set(form.keys())].sort()
  return names.map((name) => name + form.getAll(name).join('')).join('')
}

export function parse({ query, body }: ProviderCall): ParsedCall {
  const form = new URLSearchParams(body.toString())
  const status = form.get('MessageStatus')
  if (status === null || status === 'received' || status === 'receiving')
    return { answer: twiml, inbounds: toContentInbounds(form) }
  const receipt = readReceiptState(status, Number(form.get('ErrorCode')))
  const channelMessageId = readProviderId(query[messageParameter])
  return {
    answer: twiml,
    inbounds: receipt && channelMessageId ? [{ kind: 'receipt', channelMessageId, ...receipt }] : [],
  }
}

/** Maps a Twilio status; undefined until the message has left Twilio. */
export function readReceiptState(status: string, errorCode: number): ReceiptState | undefined {
  switch (status) {
    case 'sent':
    case 'delivered':
    case 'read':
      return { state: status }
    case 'failed':
    case 'undelivered':
    case 'canceled':
      return { state: 'failed', ...toReceiptFailure(errorCode) }
    default:
      return undefined
  }
}

function toContentInbounds(form: URLSearchParams): Inbound[] {
  const from = readProviderId(form.get('From')?.replace(/^rcs:/, ''))
  const sid = readProviderId(form.get('MessageSid') ?? form.get('SmsSid'))
  if (!from || !sid) return []
  return readContents(form).map((content, index) => {
    const id = index === 0 ? sid : `${sid}-${index}`
    return { kind: 'content', from, id, content }
  })
}

function readContents(form: URLSearchParams): InboundContentBody[] {
  const text = readProviderText(form.get('Body'))
  const postback = readProviderText(form.get('ButtonPayload'))
  if (postback) return [{ type: 'tap', postback, label: readProviderText(form.get('ButtonText')) ?? text }]
  const files = readFiles(form)
  if (files.length > 0) return files.map((file, index) => (index === 0 && text ? { ...file, text } : file))
  const place = readSharedPlace(form)
  if (place) return [place]
  return text ? [{ type: 'text', text }] : []
}

const maxFiles = 10

function readFiles(form: URLSearchParams): (InboundContentBody & { type: 'media' })[] {
  const count = Math.min(Number(form.get('NumMedia')) || 0, maxFiles)
  return Array.from({ length: Math.max(count, 0) }).flatMap((_, index) => {
    const reference = readProviderText(form.get(`MediaUrl${index}`))
    const mediaType = readProviderId(form.get(`MediaContentType${index}`))
    return reference ? [{ type: 'media' as const, reference, mediaType }] : []
  })
}

function readSharedPlace(form: URLSearchParams): InboundContentBody | undefined {
  const [latitude, longitude] = [form.get('Latitude'), form.get('Longitude')]
  const place = latitude && longitude ? readCoordinates(Number(latitude), Number(longitude)) : undefined
  if (!place) return undefined
  const [name, address] = [readProviderText(form.get('Label')), readProviderText(form.get('Address'))]
  return { type: 'place', place: { ...place, ...(name && { name }), ...(address && { address }) } }
}
