import { z } from 'zod'
import { readJsonOrForm } from '../../platform/http/form.ts'
import { pageQuery } from '../../platform/http/page.ts'
import { problem } from '../../platform/http/problem.ts'
import { agentRoute } from '../../platform/http/route.ts'
import { listSchema } from '../../platform/http/schemas.ts'

import {
  deleteSource,
  findSource,
  insertSource,
  listSources,
  lockAndCountSources,
  lockSource,
  markSourcePending,
} from './queries/sources.ts'
import { type Knowledge, SearchHit, SearchQuery } from './search.ts'
import { maxSources, SourceCreate, SourceResponse, toNewSource } from './source.ts'
import { cancelSourceRead, enqueueEmbeddings, enqueueSourceRead } from './worker.ts'

const tag = 'Knowledge'
const read = { role: 'viewer', scope: 'knowledge:read', tag } as const
const write = { role: 'editor', scope: 'knowledge:write', tag } as const

/** A 20 MB file in base64, plus the rest of the body. */
const maxBodyBytes = 30 * 1024 * 1024

/** `search` is shared by the process, because it caches. */
export function createKnowledgeRoutes({ search }: Pick<Knowledge, 'search'>) {
  return [
    agentRoute({
      role: 'viewer',
      scope: 'agents:read',
      frontDesk: 'messages:read',
      tag,
      method: 'GET',
      path: '/knowledge/search',
      summary: 'Search the Facts, Things and source passages of the agent',
      description:
        'Facts come first. Any word may match, including misspelled ones, and English questions may be phrased differently; ' +
        'the score from 0 to 1 says how well each result matches.',
      query: SearchQuery,
      response: z.strictObject({ data: z.array(SearchHit) }),
      handle: async ({ tx, agent, query }) => ({ data: await search(agent, query, tx) }),
    }),
    ...sourceRoutes,
  ]
}

const sourceRoutes = [
  agentRoute({
    ...read,
    method: 'GET',
    path: '/knowledge/sources',
    summary: 'List the sources of the agent, newest first',
    query: pageQuery,
    response: listSchema(SourceResponse),
    handle: ({ tx, agent, query }) => listSources(tx, agent, query),
  }),
  agentRoute({
    ...write,
    method: 'POST',
    path: '/knowledge/sources',
    summary: 'Add a source',
    description:
      'Reads HTML, Markdown, plain text, CSV and PDF in the background: `status` is pending, then ready or failed. ' +
      'Send a file as the field `file` of a form, as `text` (a PDF as base64), or as a `url`.',
    body: SourceCreate,
    bodyFormat: {
      as: (raw, contentType) => readJsonOrForm(raw, contentType, maxBodyBytes),
      types: ['application/json', 'multipart/form-data'],
    },
    bodyLimit: maxBodyBytes,
    response: SourceResponse,
    status: 201,
    problems: ['resource.conflict'],
    handle: async ({ tx, agent, body, world }) => {
      const source = toNewSource(body)
      if ((await lockAndCountSources(tx, agent)) >= maxSources) {
        throw problem('resource.conflict', 409, { detail: `The agent already has ${maxSources} sources, the maximum` })
      }
      const now = world.now()
      return insertSource(tx, agent, { id: world.newId('src'), source, work: enqueueSourceRead(tx, now), now })
    },
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: '/knowledge/sources/:sourceId',
    summary: 'Read a source',
    response: SourceResponse,
    find: ({ tx, agent, params }) => findSource(tx, agent, params.sourceId),
    handle: async ({ found }) => found,
  }),
  agentRoute({
    ...write,
    method: 'DELETE',
    path: '/knowledge/sources/:sourceId',
    summary: 'Remove a source and its passages',
    find: ({ tx, agent, params }) => lockSource(tx, agent, params.sourceId),
    handle: async ({ tx, agent, params }) => {
      await cancelSourceRead(tx, agent, params.sourceId)
      await deleteSource(tx, agent, params.sourceId)
      await enqueueEmbeddings(tx, agent)
    },
  }),
  agentRoute({
    ...write,
    method: 'POST',
    path: '/knowledge/sources/:sourceId/_refresh',
    summary: 'Read a source again',
    description:
      'Searches find the old passages until the new ones replace them; they stay if the source cannot be read.',
    response: SourceResponse,
    guardedBy: '',
    find: ({ tx, agent, params }) => lockSource(tx, agent, params.sourceId),
    handle: async ({ tx, agent, params, world }) => {
      await cancelSourceRead(tx, agent, params.sourceId)
      const now = world.now()
      return markSourcePending(tx, agent, params.sourceId, { work: enqueueSourceRead(tx, now), now })
    },
  }),
]
