import { type Finding, timeZone } from '@parley/findings'
import { z } from 'zod'
import { maxTurnsPerCase } from '../document.ts'
import { createErrorFinding, getChild, isJsonObject, type JsonNode, listItems, listProperties } from '../json-node.ts'
import { compileTextPattern } from '../text-pattern.ts'
import { startForms, weekdays } from '../vocabulary.ts'

/**
 * Reports structural faults that have their own codes. It checks the document as sent, so that other errors do not hide
 * them.
 */
export function findStructureFaults(document: JsonNode): Finding[] {
  return rules.flatMap((rule) => rule(document))
}

type Rule = (document: JsonNode) => Finding[]

const emptyTurns: Rule = (document) => {
  const turns = getChild(document, 'turns')
  const none = turns.value === undefined || (Array.isArray(turns.value) && turns.value.length === 0)
  if (!none || isJsonObject(getChild(document, 'brief').value)) return []
  return [
    createErrorFinding(turns, 'case.turns.empty', 'must have at least one turn, unless there is a brief to compile'),
  ]
}

const tooManyTurns: Rule = (document) => {
  const turns = getChild(document, 'turns')
  if (listItems(turns).length <= maxTurnsPerCase) return []
  return [createErrorFinding(turns, 'case.turns.too-many', `must have at most ${maxTurnsPerCase} turns`)]
}

const simulateNotLast: Rule = (document) =>
  listItems(getChild(document, 'turns'))
    .slice(0, -1)
    .filter((turn) => getChild(turn, 'simulate').value !== undefined)
    .map((turn) =>
      createErrorFinding(turn, 'case.turns.simulate-not-last', 'uses simulation, which only the last turn can do'),
    )

const startOnce: Rule = (document) => {
  const start = getChild(document, 'scenario', 'start')
  if (!isJsonObject(start.value)) return []
  const given = startForms.filter((form) => getChild(start, form).value !== undefined)
  if (given.length === 1) return []
  if (given.length > 1)
    return [createErrorFinding(start, 'case.start.multiple', `starts in more than one way: ${given.join(', ')}`)]
  return [createErrorFinding(start, 'case.schema.oneOf', `must have one of ${startForms.join(', ')}`)]
}

const aTime = z.iso.datetime({ offset: true, local: true })
const clockFields: Record<string, { schema: z.ZodType; message: string }> = {
  now: { schema: aTime, message: 'must be an ISO-8601 time, for example 2030-01-31T09:00:00Z' },
  weekday: { schema: z.enum(weekdays), message: `must be one of ${weekdays.join(', ')}` },
  time: { schema: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/), message: 'must be a 24-hour time, such as 09:30' },
  timezone: { schema: timeZone, message: 'must be an IANA time zone, for example Europe/Berlin' },
}

const clockInvalid: Rule = (document) =>
  listProperties(getChild(document, 'scenario', 'clock')).flatMap(([key, given]) => {
    const field = Object.hasOwn(clockFields, key) ? clockFields[key] : undefined
    if (!field || given.value === undefined || field.schema.safeParse(given.value).success) return []
    return [createErrorFinding(given, 'case.clock.invalid', field.message)]
  })

const clockMixed: Rule = (document) => {
  const clock = getChild(document, 'scenario', 'clock')
  const has = (key: string) => getChild(clock, key).value !== undefined
  if (!has('now') || !(has('weekday') || has('time'))) return []
  return [
    createErrorFinding(clock, 'case.clock.mixed', 'sets now as well as a weekday or a time: use only one of them'),
  ]
}

const listCheckPlaces = (document: JsonNode): JsonNode[] => [
  getChild(document, 'expect', 'checks'),
  ...listItems(getChild(document, 'turns')).flatMap((turn) => listItems(getChild(turn, 'expect'))),
]

const patternsCompile: Rule = (document) =>
  listCheckPlaces(document)
    .flatMap((checks) => listItems(getChild(checks, 'textMatches')))
    .flatMap((place) => {
      const read = typeof place.value === 'string' ? compileTextPattern(place.value) : undefined
      return read && !read.ok ? [createErrorFinding(place, 'case.checks.text-matches-invalid', read.message)] : []
    })

const replyCountRange: Rule = (document) =>
  listCheckPlaces(document).flatMap((checks) => {
    const place = getChild(checks, 'replyCount')
    const [least, most] = [getChild(place, 'min').value, getChild(place, 'max').value]
    if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return []
    return [createErrorFinding(place, 'case.checks.reply-count-range', 'has a min greater than its max')]
  })

const criteriaOnce: Rule = (document) => {
  const seen = new Set<unknown>()
  return listItems(getChild(document, 'expect', 'judge', 'criteria')).flatMap((criterion) => {
    const id = getChild(criterion, 'id')
    const again = seen.has(id.value)
    seen.add(id.value)
    return again && typeof id.value === 'string'
      ? [createErrorFinding(id, 'case.judge.duplicate-criterion', 'is used twice')]
      : []
  })
}

const rules: readonly Rule[] = [
  emptyTurns,
  tooManyTurns,
  simulateNotLast,
  startOnce,
  clockInvalid,
  clockMixed,
  patternsCompile,
  replyCountRange,
  criteriaOnce,
]
