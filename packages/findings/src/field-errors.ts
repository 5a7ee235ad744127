import type { z } from 'zod'
import { findNearestName } from './edit-distance.ts'
import { type FieldError, formatFieldPath, type PathSegment } from './finding.ts'

type Issue = z.core.$ZodIssue

/** For `safeParse` of a value whose errors `toFieldErrors` reports. */
export const fieldErrorOptions = {
  reportInput: true,
  /** Notes the fields of an object with an unknown one: Zod copies what is added to an issue, but drops the schema. */
  error(raw: z.core.$ZodRawIssue): undefined {
    if (raw.code === 'unrecognized_keys') (raw as NotedIssue).knownFields ??= listFields(raw.inst)
  },
} as const

type NotedIssue = { knownFields?: readonly string[] | undefined }

function listFields(schema: unknown): string[] | undefined {
  const shape = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape
  return shape && Object.keys(shape)
}

/** The fields that an object with an unknown field could have; none if the schema does not list them. */
export const getKnownFields = (issue: Issue): readonly string[] => (issue as NotedIssue).knownFields ?? []

/** A longer name, or one of a letter or two, resembles no field or many. */
const comparable = { least: 3, most: 64 }

/** Returns the message for an unknown field, with the field that was probably meant. */
export function describeUnknownField(name: string, known: readonly string[]): string {
  const isComparable = name.length >= comparable.least && name.length <= comparable.most
  const meant = isComparable ? findNearestName(name, known) : undefined
  return meant === undefined ? 'is not a known field' : `is not a known field; did you mean \`${meant}\`?`
}

/** An object can have ten thousand unknown fields; comparing all of them with the known ones would take long. */
const maxSuggestions = 5

/** The only mapping from Zod issues to `errors[]`, so that all messages read alike. */
export function toFieldErrors(issue: Issue, above: readonly PropertyKey[] = []): FieldError[] {
  const path = [...above, ...issue.path].map(
    (segment): PathSegment => (typeof segment === 'number' ? segment : String(segment)),
  )
  if (issue.code === 'unrecognized_keys') {
    const known = getKnownFields(issue)
    return issue.keys.map((key, at) => ({
      field: formatFieldPath([...path, key]),
      message: describeUnknownField(key, at < maxSuggestions ? known : []),
    }))
  }
  if (issue.code === 'invalid_union') {
    // For an empty value, the error describes what the first form requires.
    const strange = isEmpty(issue.input) ? () => 0 : scoreMismatch
    const closest = issue.errors.toSorted(
      (one, other) => getIssueDepth(other) - getIssueDepth(one) || strange(one) - strange(other),
    )[0]
    if (closest && getIssueDepth(closest) > 0) return closest.flatMap((inner) => toFieldErrors(inner, path))
    const meant = listUnionMembers(issue).find(isOfItsType)
    if (meant) return meant.flatMap((inner) => toFieldErrors(inner, path))
  }
  return [{ field: formatFieldPath(path) || 'body', message: formatIssue(issue) }]
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** The union member that matched deepest is the one the caller meant. */
function getIssueDepth(issues: readonly Issue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length + depthWithin(issue)))
}

function depthWithin(issue: Issue): number {
  return issue.code === 'unrecognized_keys' ? 1 : Math.max(0, ...listNestedIssues(issue).map(getIssueDepth))
}

const maxMismatch = 1_000_000

/** Breaks ties between equally deep members: counts the fields that are missing or unknown. */
function scoreMismatch(issues: readonly Issue[]): number {
  return issues.map(countMismatchedFields).reduce((sum, one) => sum + one, 0)
}

function countMismatchedFields(issue: Issue): number {
  if (issue.code === 'unrecognized_keys') return issue.keys.length
  if (issue.code === 'invalid_union') return Math.min(...listNestedIssues(issue).map(scoreMismatch))
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return 0
  // A different type altogether, such as text in place of an object.
  if (issue.path.length === 0) return maxMismatch
  return issue.input === undefined ? 1 : 0
}

/** Also flattens a union that is itself only a member of this one. */
function listUnionMembers(issue: Issue): readonly Issue[][] {
  if (issue.code !== 'invalid_union') return []
  return issue.errors.flatMap((member) => {
    const [only, ...more] = member
    return only?.code === 'invalid_union' && more.length === 0 ? listUnionMembers(only) : [member]
  })
}

/** The type is right and only a constraint fails, such as the length. */
const isOfItsType = (issues: readonly Issue[]): boolean =>
  issues.length > 0 && issues.every(({ code }) => code === 'too_big' || code === 'too_small' || code === 'custom')

const listNestedIssues = (issue: Issue): readonly Issue[][] => (issue.code === 'invalid_union' ? issue.errors : [])

function formatIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${JSON.stringify(issue.values[0])}`
        : `must be one of ${issue.values.join(', ')}`
    case 'too_small':
      return issue.origin === 'array'
        ? `must have at least ${entries(issue.minimum)}`
        : `must be at least ${issue.minimum}`
    case 'too_big':
      return formatUpperBound(issue)
    case 'invalid_key':
      return `has an invalid name: it ${issue.issues.map(formatIssue).join(', ')}`
    case 'invalid_union':
      return issue.input === undefined ? 'is required' : 'does not match any of the allowed forms'
    default:
      return issue.message
  }
}

function formatUpperBound(issue: Issue & { code: 'too_big' }): string {
  if (issue.origin === 'array') return `must have at most ${entries(issue.maximum)}`
  return issue.origin === 'string'
    ? `must have at most ${issue.maximum} characters`
    : `must be at most ${issue.maximum}`
}

function entries(count: number | bigint): string {
  return `${count} ${Number(count) === 1 ? 'entry' : 'entries'}`
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
}
