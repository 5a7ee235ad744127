import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/db/database.ts'
import { readJsonOrForm } from '../../../platform/http/form.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { notFound } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { type IngestedMedia, ingestMedia, storeMedia } from './library.ts'
import { MediaCreate, MediaItem, type MediaReference, maxMediaBytes, mediaInUse, serializeMediaItem } from './media.ts'
import { buildPublicResponse } from './public-response.ts'
import { deleteMedia, findMedia, findMediaByToken, listMedia, lockMedia, streamMediaContent } from './queries.ts'

const read = { role: 'viewer', scope: 'agents:read', tag: 'Media' } as const
const write = { role: 'editor', scope: 'agents:write', tag: 'Media' } as const

/** Allowance for the multipart fields and boundaries around the file. */
const formOverhead = 64 * 1024

export type MediaDeps = {
  gatewayPublicUrl: string
  /** Fetches caller-supplied URLs, so it must refuse private network addresses. */
  fetch: typeof fetch
  /** Returns where the agent references an item: as a Thing's picture, or as `image:<id>` in a text. */
  findMediaReferences(tx: Db, agent: AgentKey, mediaId: string): Promise<MediaReference[]>
}

export const mediaRoutes = ({ gatewayPublicUrl, fetch, findMediaReferences }: MediaDeps) => [
  agentRoute({
    ...read,
    frontDesk: 'messages:read',
    method: 'GET',
    path: '/media',
    summary: 'List the media items of the agent, newest first',
    query: pageQuery,
    response: listSchema(MediaItem),
    handle: async ({ tx, agent, query }) => {
      const { data, ...rest } = await listMedia(tx, agent, query)
      return { data: data.map((item) => serializeMediaItem(item, gatewayPublicUrl)), ...rest }
    },
  }),
  agentRoute({
    ...write,
    // For attachments.
    frontDesk: 'people:write',
    method: 'POST',
    path: '/media',
    summary: 'Add an image, video, audio file or document',
    description:
      'Send the file as the field `file` of multipart/form-data, or JSON with the `url` to copy it from; at most 16 MB. ' +
      'The type is detected from the content: PNG, JPEG, GIF, WebP, MP4, MP3, Ogg, PDF or vCard.',
    bodyFormat: { as: readJsonOrForm, types: ['multipart/form-data', 'application/json'] },
    bodyLimit: maxMediaBytes + formOverhead,
    body: MediaCreate,
    response: MediaItem,
    status: 201,
    problems: ['resource.conflict'],
    // Downloads the file before a transaction is open.
    prepare: ({ body }) => ingestMedia(body, fetch),
    handle: async ({ tx, agent, prepared, world }) =>
      serializeMediaItem(await storeMedia(tx, agent, prepared as IngestedMedia, world), gatewayPublicUrl),
  }),
  agentRoute({
    ...read,
    frontDesk: 'messages:read',
    method: 'GET',
    path: '/media/:mediaId',
    summary: 'Read a media item',
    response: MediaItem,
    find: ({ tx, agent, params }) => findMedia(tx, agent, params.mediaId),
    handle: async ({ found }) => serializeMediaItem(found, gatewayPublicUrl),
  }),
  agentRoute({
    ...write,
    method: 'DELETE',
    path: '/media/:mediaId',
    summary: 'Delete a media item that the agent does not use',
    problems: ['agent.integrity_conflict'],
    find: ({ tx, agent, params }) => lockMedia(tx, agent, params.mediaId),
    handle: async ({ tx, agent, params }) => {
      const users = await findMediaReferences(tx, agent, params.mediaId)
      if (users.length > 0) throw mediaInUse(users)
      await deleteMedia(tx, agent, params.mediaId)
    },
  }),
]

/** Serves the public media URLs on the gateway. The file name after the token is for people and is ignored. */
export function serveMedia(app: FastifyInstance, { db }: { db: Db }): void {
  app.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD'],
    // A wildcard, because the router limits the length of a parameter and a name may be longer.
    url: '/media/:token/*',
    handler: async (request, reply) => {
      const { token } = request.params
      const item = /^[A-Za-z0-9]{1,64}$/.test(token) ? await findMediaByToken(db, token) : undefined
      if (!item) throw notFound()
      const { status, headers, range } = buildPublicResponse(item, request.headers)
      reply.code(status).headers(headers)
      return range && request.method === 'GET'
        ? reply.send(Readable.from(streamMediaContent(db, token, range)))
        : reply.send()
    },
  })
}
