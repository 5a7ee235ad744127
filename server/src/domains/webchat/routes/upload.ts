import { clientFrameLimits, type ServerFrame, uploadTypes } from '@parley/webchat-protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../../platform/http/network.ts'
import { Problem, problem } from '../../../platform/http/problem.ts'
import { mediaLibrary } from '../../agents/index.ts'
import type { VisitorChat } from '../deps.ts'
import { receiveFile } from '../receive-message.ts'
import { isChatOpen, tooMany, type WebchatContext } from './context.ts'

const megabytes = clientFrameLimits.fileBytes / 1024 / 1024
const rule = `A file must contain one of ${uploadTypes.join(', ')}, and have at most ${megabytes} MB`

/** Uploads that this process holds in memory. */
const maxUploads = 16
const running = new WeakMap<WebchatContext, Set<string>>()

/**
 * Decides before the body is read whether it will be. One visitor uploads one file at a time; the returned function ends
 * the upload.
 */
export function beginUpload(context: WebchatContext, chat: VisitorChat, request: FastifyRequest): () => void {
  const name = `${chat.agent.key}/${chat.visitor}`
  const uploads = running.get(context) ?? new Set()
  running.set(context, uploads)
  if (uploads.has(name) || uploads.size >= maxUploads) throw tooMany(2)
  const network = `files ${networkOf(request.ip)} ${chat.binding.id}`
  if (!context.fileLimiter(name) || !context.networkFileLimiter(network)) throw tooMany(600)
  uploads.add(name)
  return () => void uploads.delete(name)
}

/** Stores the file of a visitor, and passes it to the agent like a file of any other channel. */
export async function handleUpload(
  context: WebchatContext,
  chat: VisitorChat,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply | ServerFrame> {
  const { id = '', name = '' } = request.query as { id?: string; name?: string }
  if (!/^v-[0-9A-Za-z-]{8,60}$/.test(id)) throw refuse('id must be v- and 8 to 60 letters, digits or hyphens')
  if (!isChatOpen(chat)) return reply.code(409).send({ refused: { id, reason: 'closed' } })
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (bytes.length === 0) throw refuse('The file is empty')
  const file = await inspect({ name, bytes })
  const declared = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!matchesType(declared, file.contentType))
    throw refuse(`The file says that it is ${declared}, but it contains ${file.contentType}`)
  const { answer, isVisitor } = await receiveFile(context, chat, { id, ...file })
  if (!isVisitor) throw problem('auth.unauthenticated', 401)
  if (!answer) throw problem('service.unavailable', 503, { detail: 'The file could not be stored' })
  return answer
}

/** The bytes determine the type; a caller may claim any. */
async function inspect(file: { name: string; bytes: Buffer }) {
  const noUrl = (): never => {
    throw new Error('an uploaded file is not fetched')
  }
  try {
    const { name, contentType } = await mediaLibrary.ingest({ file }, noUrl)
    if (uploadTypes.includes(contentType)) return { name, contentType, bytes: file.bytes }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
  throw refuse(rule)
}

const aliases: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'video/x-m4v': 'video/mp4',
  'text/x-vcard': 'text/vcard',
}

/**
 * Browsers take the type from the name, which is often wrong about the kind of a picture: such a file is stored as what it
 * is. Anything else must be what it claims to be; no claim is none.
 */
function matchesType(declared: string, found: string): boolean {
  if (declared === '' || declared === 'application/octet-stream' || (aliases[declared] ?? declared) === found)
    return true
  return [declared, found].every((type) => /^image\/(?:png|jpeg|jpg|gif|webp|apng)$/.test(type))
}

function refuse(detail: string): Problem {
  return problem('agent.webchat.file_refused', 422, { detail })
}
