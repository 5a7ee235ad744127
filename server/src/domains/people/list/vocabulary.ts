import { fieldKey } from '@parley/definition'
import { instant, text } from '@parley/findings'
import { z } from 'zod'
import { consentStatuses } from '../consent/consent.ts'
import { customFieldHeader } from '../export/columns.ts'
import { channelName, longestFieldValue, personStatuses } from '../person/person.ts'
import { filterOf } from './filter.ts'
import { wordsOfSearch } from './search.ts'
import { defaultSort, type Sort, sorts } from './sort.ts'

/** Document 4, section 5: what people are filtered by, in a query and in the filter of a segment or an audience. */

const moment = z
  .string()
  .refine(
    (value) => z.iso.date().safeParse(value).success || instant.safeParse(value).success,
    'must be a date, or a time with an offset, for example 2030-01-31 or 2030-01-31T09:00:00Z',
  )
  .meta({ description: 'A time, or a date: its beginning in UTC.', examples: ['2030-01-31'] })

const vocabulary = {
  q: text({ max: 200 }).meta({ description: 'Words with which names, company, e-mail address or phone begin.' }),
  status: z.enum(personStatuses),
  source: text({ min: 1, max: 200 }),
  consent: z.enum(consentStatuses),
  tag: text({ min: 1, max: 60 }),
  assignedRepresentativeId: text({ min: 1, max: 200 }),
  importBatchId: text({ min: 1, max: 200 }),
  channel: channelName,
  createdAfter: moment,
  createdBefore: moment,
  lastSeenAfter: moment,
}
const fieldValue = text({ max: longestFieldValue })

const mostEntries = 100
const mostValues = 100
/** Each word of a search is one more look at everybody, when nothing else narrows them. */
const mostSearches = 10
const mostWordsOfSearches = 20

const listShape = {
  limit: z.coerce.number('must be a whole number').int().min(1).max(200).default(50),
  pageToken: z.string().optional(),
  sort: z.enum(sorts as [Sort, ...Sort[]]).default(defaultSort),
}

/** The query of the list. */
export const PeopleQuery = z
  .looseObject({ ...z.object(vocabulary).partial().shape, ...listShape })
  .superRefine(onlyCustomFieldsBeside({ ...vocabulary, ...listShape }), { when: isObject })
  .transform(({ limit, pageToken, sort, ...given }) => ({
    filter: filterOf(given as PeopleFilter),
    limit,
    pageToken,
    sort,
  }))

/** The query of an export: whom it is about. */
export const PeopleChoice = z
  .looseObject(z.object(vocabulary).partial().shape)
  .superRefine(onlyCustomFieldsBeside(vocabulary), { when: isObject })
  .transform((given) => filterOf(given as PeopleFilter))

/** The same as a value that is kept: shown as it was given, to the order of its fields, and read by `filterOf`. */
export const PeopleFilter = z
  .record(z.string(), z.unknown())
  .superRefine((given, context) => {
    if (Object.keys(given).length > mostEntries) context.addIssue(`must have at most ${mostEntries} entries`)
    for (const [name, entry] of Object.entries(given).slice(0, mostEntries)) {
      for (const issue of troublesOf(name, entry, Array.isArray(entry) ? listOf : (value) => value)) {
        context.addIssue(issue)
      }
    }
    if (Array.isArray(given.q))
      for (const message of tooManySearches(given.q)) context.addIssue({ code: 'custom', path: ['q'], message })
  })
  .transform((given) => given as PeopleFilter)
  .meta({
    id: 'PeopleFilter',
    description: 'All must apply; of a list, any. Custom fields are written `customFields.<key>`.',
    examples: [{ status: ['new', 'contacted'], tag: 'fair', 'customFields.plan': 'plus' }],
    properties: Object.fromEntries(
      Object.entries(vocabulary).map(([name, value]) => [name, jsonSchemaOf(z.union([value, listOf(value)]))]),
    ),
  })
export type PeopleFilter = { [field: string]: string | string[] }

function listOf(value: z.ZodType): z.ZodType {
  return z.array(value).min(1).max(mostValues)
}

function tooManySearches(searches: unknown[]): string[] {
  if (searches.length > mostSearches) return [`must have at most ${mostSearches} searches`]
  const words = searches.flatMap((q) => (typeof q === 'string' ? wordsOfSearch(q) : []))
  return words.length > mostWordsOfSearches ? [`must have at most ${mostWordsOfSearches} words in all`] : []
}

function jsonSchemaOf(schema: z.ZodType): object {
  const { $schema: _, ...own } = z.toJSONSchema(schema)
  return own
}

/** Of the keys that no shape can list, only those of custom fields are known. */
function onlyCustomFieldsBeside(shape: object) {
  return (given: Record<string, unknown>, context: z.core.$RefinementCtx) => {
    for (const [name, entry] of Object.entries(given)) {
      if (Object.hasOwn(shape, name)) continue
      for (const issue of troublesOf(name, entry, (value) => value)) context.addIssue(issue)
    }
  }
}

type Issue = Parameters<z.core.$RefinementCtx['addIssue']>[0]

/** What is wrong with one entry of a filter; `form` makes of the schema of a value that of the entry. */
function troublesOf(name: string, entry: unknown, form: (value: z.ZodType) => z.ZodType): Issue[] {
  const isField = name.startsWith(customFieldHeader)
  const value = isField ? fieldValue : own(vocabulary, name)
  if (!value) return [{ code: 'unrecognized_keys', keys: [name] }]
  const key = isField ? fieldKey.safeParse(name.slice(customFieldHeader.length)) : undefined
  const read = form(value).safeParse(entry, { reportInput: true })
  const issues = [...(key?.error?.issues ?? []), ...(read.error?.issues ?? [])]
  return issues.map((issue) => ({ ...issue, path: [name, ...issue.path] }))
}

function own(schemas: Record<string, z.ZodType>, name: string): z.ZodType | undefined {
  return Object.hasOwn(schemas, name) ? schemas[name] : undefined
}

function isObject({ value }: { value: unknown }): boolean {
  return typeof value === 'object' && value !== null
}
