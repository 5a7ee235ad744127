import {
  addSequence,
  findSequence,
  memoize,
  patchSequence,
  putSequence,
  removeSequence,
  type Sequence,
  SequenceCreate,
  SequencePatch,
  SequencePut,
  SequenceResponse,
  serializeSequence,
} from '@parley/definition'
import { enrollmentStates } from '@parley/definition/vocabulary'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { problem } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route, RouteResponse } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { type Definitions, sectionRoutes } from '../../agents/index.ts'
import { enrollPerson, stopEnrollment } from './enroll.ts'
import { Enrollment, EnrollmentBody, PersonaEnrollmentBody } from './enrollment.ts'
import type { SequenceListenerDeps } from './listener.ts'
import { countEnrollments } from './queries/report.ts'
import { listEnrollments, serializeEnrollment } from './queries.ts'
import { buildSequenceReport, SequenceReport } from './report.ts'
import { enrollPersona, type SandboxEnrollmentDeps } from './sandbox-enrollments.ts'

const { itemRoutes, readSectionRoute } = sectionRoutes
const tag = 'Sequences'
const read = { role: 'viewer', scope: 'agents:read', tag, method: 'GET' } as const
const write = { role: 'editor', scope: 'agents:write', tag, method: 'POST' } as const

const serializeSequences = memoize((sequences: Sequence[]) => ({ data: sequences.map(serializeSequence).reverse() }))

const query = z.strictObject({
  ...pageQuery.shape,
  limit: z.coerce.number('must be a whole number').int().min(1).max(200).default(50),
  state: z.enum(enrollmentStates).optional(),
  step: z.string().min(1).max(200).optional().meta({ description: 'Only people whose next step this is.' }),
  reason: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Why it ended, as in the report, or what the next step waits for.' }),
})

export type SequenceRouteDeps = SequenceListenerDeps & SandboxEnrollmentDeps & { definitions: Definitions }

export function sequenceRoutes(deps: SequenceRouteDeps): Route[] {
  const { definitions } = deps
  return [
    readSectionRoute(definitions, {
      path: '/sequences',
      tag,
      summary: 'List the sequences',
      response: listSchema(SequenceResponse),
      show: ({ sequences }) => serializeSequences(sequences),
    }),
    ...itemRoutes(definitions, {
      path: '/sequences',
      param: 'sequenceId',
      tag,
      noun: 'a sequence',
      response: SequenceResponse,
      problems: [],
      find: findSequence,
      create: { body: SequenceCreate, edit: addSequence },
      put: { body: SequencePut, edit: putSequence },
      patch: { body: SequencePatch, edit: patchSequence },
      remove: removeSequence,
    }),
    ...enrollmentRoutes(deps),
    rehearsalRoute(deps),
  ]
}

type SequenceRequest = { tx: Db; agent: AgentKey; params: { sequenceId: string } }

const createFinder =
  ({ definitions }: SequenceRouteDeps) =>
  async ({ tx, agent, params }: SequenceRequest) => {
    const definition = await definitions.read(tx, agent)
    return definition.sequences.some(({ id }) => id === params.sequenceId)
      ? findSequence(definition, params.sequenceId)
      : undefined
  }

function enrollmentRoutes(deps: SequenceRouteDeps): Route[] {
  const find = createFinder(deps)
  return [
    agentRoute({
      ...write,
      path: '/sequences/:sequenceId/enrollments',
      summary: 'Enroll a person in a sequence',
      description:
        'A repeated request with the same idempotencyKey answers 200 with the enrollment of the first. Otherwise a person who is enrolled, or was enrolled less than `reenterAfterDays` ago, is a conflict.',
      body: EnrollmentBody,
      response: Enrollment,
      status: 201,
      otherResponses: { 200: 'The key was used before: the enrollment that it made' },
      problems: ['resource.conflict'],
      find,
      async handle({ tx, agent, found, body }) {
        const { row, isNew } = await enrollPerson(tx, agent, { sequence: found, request: body }, deps)
        return new RouteResponse(isNew ? 201 : 200, await serializeEnrollment(tx, agent, row))
      },
    }),
    agentRoute({
      ...read,
      path: '/sequences/:sequenceId/enrollments',
      summary: 'List the people of a sequence, newest first',
      query,
      response: listSchema(Enrollment),
      find,
      handle: ({ tx, agent, found, query: page }) => listEnrollments(tx, agent, found.id, page),
    }),
    agentRoute({
      ...write,
      path: '/sequences/:sequenceId/enrollments/:personId/_stop',
      summary: 'Stop the enrollment of a person: no further step is sent',
      description: 'An enrollment that has ended stays as it is.',
      response: Enrollment,
      find,
      async handle({ tx, agent, found, params }) {
        const row = await stopEnrollment(tx, agent, { sequenceId: found.id, personId: params.personId }, deps)
        if (!row) throw problem('resource.not_found', 404, { detail: 'The person was never enrolled in the sequence' })
        return serializeEnrollment(tx, agent, row)
      },
    }),
    agentRoute({
      ...read,
      path: '/sequences/:sequenceId/report',
      summary: 'Read the results of a sequence',
      response: SequenceReport,
      find,
      handle: async ({ tx, agent, found }) => buildSequenceReport(found, await countEnrollments(tx, agent, found.id)),
    }),
  ]
}

function rehearsalRoute(deps: SequenceRouteDeps): Route {
  return agentRoute({
    ...write,
    path: '/sequences/:sequenceId/_rehearse',
    summary: 'Enroll a persona in a sequence',
    description:
      'What is due is sent at once, and the rest as the clock of the persona is moved, by the decisions that live people get. The persona is not in the list and the report of the sequence. It may enter again as a person may, or after a reset.',
    body: PersonaEnrollmentBody,
    response: Enrollment,
    status: 201,
    problems: ['resource.conflict', 'agent.persona.unavailable'],
    transaction: false,
    audited: false,
    find: createFinder(deps),
    handle: ({ tx, agent, found, body }) =>
      enrollPersona(agent, { sequence: found, personaId: body.personaId, db: tx }, deps),
  })
}
