import { nameText, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { SegmentUser } from '../deps.ts'
import { PeopleFilter } from '../list/filter-schema.ts'

/** A segment is a named, reusable filter, evaluated each time it is used. */
export const maxSegments = 500

const example = {
  id: 'seg_01',
  name: 'From the fair',
  filter: { tag: 'fair', status: ['new', 'contacted'] },
  createdAt: '2030-01-31T09:00:00.000Z',
  updatedAt: '2030-01-31T09:00:00.000Z',
}

export const Segment = z
  .strictObject({ id: z.string(), name: z.string(), filter: PeopleFilter, createdAt: timestamp, updatedAt: timestamp })
  .meta({ id: 'Segment', examples: [example] })
export type Segment = z.output<typeof Segment>

const fields = { name: nameText, filter: PeopleFilter }
const readOnly = ['id', 'orgId', 'agentId', 'createdAt', 'updatedAt'] as const
const examples = [{ name: example.name, filter: example.filter }]

export const SegmentBody = withReadOnlyFields(fields, readOnly).meta({ id: 'SegmentBody', examples })
export type SegmentBody = z.output<typeof SegmentBody>

export const SegmentPatch = withReadOnlyFields(z.object(fields).partial().shape, readOnly).meta({
  id: 'SegmentPatch',
  examples,
})
export type SegmentPatch = z.output<typeof SegmentPatch>

export function createSegmentInUseProblem({ id, name }: Segment, users: readonly SegmentUser[]): Problem {
  const names = users.map(({ user }) => user)
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  const target = `the segment “${name}” (${id})`
  const detail = `${names.slice(0, 3).join(', ')}${more} ${names.length > 1 ? 'name' : 'names'} ${target}`
  const errors = users.map(({ field, code }) => ({
    field,
    code,
    message: `refers to ${target}, which would be deleted`,
  }))
  return problem('agent.integrity_conflict', 409, { detail, errors })
}
