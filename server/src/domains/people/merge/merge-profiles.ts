import { type Channel, channels } from '@parley/amf'
import { changePerson } from '../person/change.ts'
import { maxCustomFields, maxTags, type Person, type ProfileChange } from '../person/person.ts'

export type MergeResult = {
  person: Person
  /** The changed fields of the person who stays. */
  changed: string[]
  /** Values of the other person that could not be merged, as sentences. */
  left: string[]
}

const maxNotesLength = 5000

/** Fields with a single value: the person who stays keeps theirs, and missing ones are filled in. */
const singleFields = {
  fullName: 'full name',
  firstName: 'first name',
  lastName: 'last name',
  email: 'email',
  phone: 'phone',
  company: 'company',
  title: 'title',
  status: 'status',
  source: 'source',
  assignedRepresentativeId: 'representative',
  preferredLocationId: 'location',
  scheduledCallAt: 'scheduled call',
  timezone: 'timezone',
} as const
type SingleField = keyof typeof singleFields
const singles = Object.entries(singleFields) as [SingleField, string][]

/** Merges two profiles. Identities, consent and journal are merged where they are stored. */
export function mergeProfiles(into: Person, from: Person, now: Date): MergeResult {
  const parts = [
    mergeSingles(into, from),
    mergeNotesField(into, from),
    mergeTags(into, from),
    mergeCustomFields(into, from),
  ]
  const change: ProfileChange = Object.assign({}, ...parts.map((part) => part.change))
  const profile = changePerson(into, change, { fields: [], by: 'operator', now })
  const times = {
    lastCallAt: later(into.lastCallAt, from.lastCallAt),
    lastSeenAt: later(into.lastSeenAt, from.lastSeenAt),
  }
  const moved = (['lastCallAt', 'lastSeenAt'] as const).filter((field) => times[field] !== into[field])
  return {
    person: {
      ...profile.person,
      ...times,
      importBatchIds: importsOf(into, from),
      channels: channelsOf(into, from),
      updatedAt: now,
    },
    changed: [...profile.changed, ...moved],
    left: parts.flatMap((part) => part.left),
  }
}

type MergedPart = { change: ProfileChange; left: string[] }

function mergeSingles(into: Person, from: Person): MergedPart {
  const adopted = singles.filter(([field]) => into[field] === undefined && from[field] !== undefined)
  const left = singles.filter(([field]) => into[field] !== undefined && from[field] !== undefined)
  return {
    change: Object.fromEntries(adopted.map(([field]) => [field, from[field]])),
    left: left
      .filter(([field]) => formatValue(into[field]) !== formatValue(from[field]))
      .map(([field, name]) => `Their ${name} was ${formatValue(from[field])}`),
  }
}

const formatValue = (value: string | Date | undefined): string =>
  value instanceof Date ? value.toISOString() : `${value}`

function mergeNotesField(into: Person, from: Person): MergedPart {
  if (from.notes === undefined || from.notes === into.notes) return { change: {}, left: [] }
  const notes = into.notes === undefined ? from.notes : `${into.notes}\n\n${from.notes}`
  return [...notes].length <= maxNotesLength
    ? { change: { notes }, left: [] }
    : { change: {}, left: [`Their notes were ${from.notes}`] }
}

function mergeTags(into: Person, from: Person): MergedPart {
  const tags = [...new Set([...into.tags, ...from.tags])]
  return {
    change: { tags: tags.slice(0, maxTags) },
    left: tags.slice(maxTags).map((tag) => `They had the tag ${tag}`),
  }
}

function mergeCustomFields(into: Person, from: Person): MergedPart {
  const theirs = Object.entries(from.customFields)
  const free = maxCustomFields - Object.keys(into.customFields).length
  const lacking = theirs.filter(([key]) => !Object.hasOwn(into.customFields, key))
  const differing = theirs.filter(
    ([key, value]) => Object.hasOwn(into.customFields, key) && into.customFields[key] !== value,
  )
  return {
    change: { customFields: Object.fromEntries(lacking.slice(0, free)) },
    left: [...differing, ...lacking.slice(free)].map(([key, value]) => `Their ${key} was ${value}`),
  }
}

/** Batch ids sort by the time of the import. */
function importsOf(into: Person, from: Person): string[] {
  return [...new Set([...into.importBatchIds, ...from.importBatchIds])].sort()
}

function channelsOf(into: Person, from: Person): Channel[] {
  return channels.filter((channel) => into.channels.includes(channel) || from.channels.includes(channel))
}

function later(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && (!other || one >= other) ? one : other
}
