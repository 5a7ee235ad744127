import { describeUnknownField, type Finding, getKnownFields, toFieldErrors } from '@parley/findings'
import type { z } from 'zod'
import { createErrorFinding, toJsonPointer } from '../json-node.ts'

type Issue = z.core.$ZodIssue
type Union = Extract<Issue, { code: 'invalid_union' }>
type Way = readonly PropertyKey[]

/** Maps schema issues to findings named after JSON Schema keywords: `case.schema.<keyword>`. */
export function findSchemaFaults(issues: readonly Issue[], above: Way = []): Finding[] {
  return issues.flatMap((issue) => findingsOf(issue, [...above, ...issue.path]))
}

function findingsOf(issue: Issue, way: Way): Finding[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(way, key, getKnownFields(issue)))
  if (issue.code === 'invalid_union' && !isMissing(issue)) return unionFindings(issue, way)
  return [violation(way, keywordOf(issue), isMissing(issue) ? 'is required' : wordsOf(issue))]
}

const violation = (way: Way, keyword: string, message: string): Finding =>
  createErrorFinding({ path: toJsonPointer(way) }, `case.schema.${keyword}`, message)

const unknownKey = (way: Way, key: string, known: readonly string[]) =>
  violation([...way, key], 'additionalProperties', describeUnknownField(key, known))

const wordsOf = (issue: Issue): string => toFieldErrors(issue)[0]?.message ?? issue.message

/**
 * For a union, reports only the issues of the intended form; every other form would report why the value does not match
 * it.
 */
function unionFindings({ errors }: Union, way: Way): Finding[] {
  const forms = errors.filter((form) => !form.some(isOfAnotherKind))
  if (forms.length === 0) return [violation(way, 'type', kindsOf(errors))]
  const strange = strangersTo(forms)
  const least = Math.min(...forms.map((form) => oddness(form, strange)))
  const closest = forms.filter((form) => oddness(form, strange) === least)
  // A form that lacks a field is meant rather than one that does not know a field that was given.
  const fewestUnknown = Math.min(...closest.map((form) => unknownIn(form).length))
  const [meant, ...others] = closest.filter((form) => unknownIn(form).length === fewestUnknown)
  const fields = [...new Set(forms.flatMap((form) => form.flatMap(getKnownFields)))]
  const unknown = [...strange].map((key) => unknownKey(way, key, fields))
  if (!meant || others.length > 0) return [...unknown, violation(way, 'anyOf', 'must match exactly one of the forms')]
  const known = meant.flatMap((issue) => findingsOf(issue, [...way, ...issue.path]))
  const unknownPaths = new Set(unknown.map(({ path }) => path))
  return [...unknown, ...known.filter(({ path }) => !unknownPaths.has(path))]
}

const isOfAnotherKind = ({ code, path }: Issue) =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')

/** Returns the fields that no form has. */
function strangersTo(forms: readonly Issue[][]): ReadonlySet<string> {
  const [first = [], ...others] = forms.map(unknownIn)
  const unknown = others.map((keys) => new Set(keys))
  return new Set(first.filter((key) => unknown.every((keys) => keys.has(key))))
}

const unknownIn = (form: readonly Issue[]): string[] =>
  form.flatMap((issue) => (issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : []))

/** Distance between a value and a form: the number of missing and extra fields. */
function oddness(form: readonly Issue[], strange: ReadonlySet<string>): number {
  const missing = form.filter((issue) => issue.path.length === 1 && isMissing(issue)).length
  return missing + unknownIn(form).filter((key) => !strange.has(key)).length
}

const isMissing = ({ code, input }: Issue): boolean =>
  input === undefined && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union')

function kindsOf(errors: readonly Issue[][]): string {
  const kinds = errors.flatMap((form) => form.slice(0, 1).map((issue) => wordsOf(issue).replace(/^must be /, '')))
  return `must be ${[...new Set(kinds)].join(' or ')}`
}

function boundsOf(origin: string) {
  if (origin === 'array') return { too_big: 'maxItems', too_small: 'minItems' }
  if (origin === 'string') return { too_big: 'maxLength', too_small: 'minLength' }
  return { too_big: 'maximum', too_small: 'minimum' }
}

function keywordOf(issue: Issue): string {
  if (isMissing(issue)) return 'required'
  switch (issue.code) {
    case 'invalid_type':
      return 'type'
    case 'invalid_value':
      return issue.values.length === 1 ? 'const' : 'enum'
    case 'too_big':
    case 'too_small':
      return boundsOf(issue.origin)[issue.code]
    case 'invalid_format':
      return 'pattern'
    case 'invalid_key':
      return 'propertyNames'
    case 'custom':
      return boundBroken(issue.input)
    default:
      return 'format'
  }
}

/** Text limits count characters and map limits count keys, for which Zod has no issue code. */
function boundBroken(value: unknown): string {
  if (typeof value !== 'string') return 'maxProperties'
  return value.trim() === '' ? 'minLength' : 'maxLength'
}
