import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'
import { problem } from '../../../platform/http/problem.ts'
import { agentRoute } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { PeopleDeps } from '../deps.ts'
import { parseFilter } from '../list/filter.ts'
import { countPeople } from '../list/queries/iterate.ts'
import {
  countSegments,
  deleteSegment,
  findSegment,
  insertSegment,
  listSegments,
  lockSegment,
  updateSegment,
} from './queries.ts'
import { createSegmentInUseProblem, maxSegments, Segment, SegmentBody, SegmentPatch } from './segment.ts'

const tag = 'Segments'
const read = { role: 'viewer', scope: 'people:read', frontDesk: 'people:read', tag } as const
const write = { role: 'editor', scope: 'people:write', tag } as const

const plainRoutes = [
  agentRoute({
    ...read,
    method: 'GET',
    path: '/segments',
    summary: 'List the segments of the agent, newest first',
    query: pageQuery,
    response: listSchema(Segment),
    handle: ({ tx, agent, query }) => listSegments(tx, agent, query),
  }),
  agentRoute({
    ...write,
    method: 'POST',
    path: '/segments',
    summary: 'Create a segment',
    description: `A named filter of the list of people. An agent has at most ${maxSegments}.`,
    body: SegmentBody,
    response: Segment,
    status: 201,
    problems: ['resource.conflict'],
    handle: async ({ tx, agent, body, world }) => {
      if ((await countSegments(tx, agent)) >= maxSegments)
        throw problem('resource.conflict', 409, { detail: `An agent has at most ${maxSegments} segments` })
      return insertSegment(tx, agent, { ...body, id: world.newId('seg'), now: world.now() })
    },
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: '/segments/:segmentId',
    summary: 'Read a segment',
    response: Segment,
    find: ({ tx, agent, params }) => findSegment(tx, agent, params.segmentId),
    handle: async ({ found }) => found,
  }),
  agentRoute({
    ...write,
    method: 'PUT',
    path: '/segments/:segmentId',
    summary: 'Replace a segment',
    body: SegmentBody,
    response: Segment,
    find: ({ tx, agent, params }) => lockSegment(tx, agent, params.segmentId),
    handle: ({ tx, agent, body, found, world }) => updateSegment(tx, agent, found.id, { ...body, now: world.now() }),
  }),
  agentRoute({
    ...write,
    method: 'PATCH',
    path: '/segments/:segmentId',
    summary: 'Change the name or the filter of a segment',
    description: 'A filter is replaced as a whole.',
    body: SegmentPatch,
    response: Segment,
    find: ({ tx, agent, params }) => lockSegment(tx, agent, params.segmentId),
    handle: ({ tx, agent, body, found, world }) =>
      updateSegment(tx, agent, found.id, { name: found.name, filter: found.filter, ...body, now: world.now() }),
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: '/segments/:segmentId/count',
    summary: 'Count the people currently in a segment',
    response: z.strictObject({ count: z.int() }).meta({ examples: [{ count: 42 }] }),
    find: ({ tx, agent, params }) => findSegment(tx, agent, params.segmentId),
    handle: async ({ tx, agent, found }) => ({ count: await countPeople(tx, agent, parseFilter(found.filter)) }),
  }),
]

const deleteRoute = ({ findSegmentUsers }: Pick<PeopleDeps, 'findSegmentUsers'>) =>
  agentRoute({
    ...write,
    method: 'DELETE',
    path: '/segments/:segmentId',
    summary: 'Delete a segment; the people stay',
    description: 'Rejected while a draft campaign uses it.',
    problems: ['agent.integrity_conflict'],
    find: ({ tx, agent, params }) => lockSegment(tx, agent, params.segmentId),
    handle: async ({ tx, agent, found }) => {
      const users = (await findSegmentUsers?.(tx, agent, found.id)) ?? []
      if (users.length > 0) throw createSegmentInUseProblem(found, users)
      await deleteSegment(tx, agent, found.id)
    },
  })

export const segmentRoutes = (deps: Pick<PeopleDeps, 'findSegmentUsers'>) => [...plainRoutes, deleteRoute(deps)]
