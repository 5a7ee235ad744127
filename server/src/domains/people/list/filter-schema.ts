import { fieldKey } from '@parley/definition'
import { customFieldHeader } from '@parley/definition/import-columns'
import { consentStatuses, personStatuses } from '@parley/definition/vocabulary'
import { boundedText, instant } from '@parley/findings'
import { z } from 'zod'
import { channelNameSchema, maxFieldValueLength } from '../person/person.ts'
import { parseFilter, parseSearchWords } from './filter.ts'

import { defaultSort, type Sort, sortOrders } from './sort.ts'

/** The filters for people, in a query and in the stored filter of a segment or audience. */

const moment = z
  .string()
  .refine(
    (value) => z.iso.date().safeParse(value).success || instant.safeParse(value).success,
    'must be a date, or a time with an offset, for example 2030-01-31 or 2030-01-31T09:00:00Z',
  )
  .meta({ description: 'A time, or a date, which means its start in UTC.', examples: ['2030-01-31'] })

const filterFields = {
  q: boundedText({ max: 200 }).meta({ description: 'Prefixes of words in names, company, email address or phone.' }),
  status: z.enum(personStatuses),
  source: boundedText({ min: 1, max: 200 }),
  consent: z.enum(consentStatuses),
  tag: boundedText({ min: 1, max: 60 }),
  assignedRepresentativeId: boundedText({ min: 1, max: 200 }),
  preferredLocationId: boundedText({ min: 1, max: 64 }),
  importBatchId: boundedText({ min: 1, max: 200 }),
  channel: channelNameSchema,
  createdAfter: moment,
  createdBefore: moment,
  lastSeenAfter: moment,
}
const fieldValue = boundedText({ max: maxFieldValueLength })

const maxEntries = 100
const maxValues = 100
/** When nothing else narrows the list, each word of a search is one more scan of all people. */
const maxSearches = 10
const maxWordsOfSearches = 20

const listShape = {
  limit: z.coerce.number('must be a whole number').int().min(1).max(200).default(50),
  pageToken: z.string().optional(),
  sort: z.enum(sortOrders as [Sort, ...Sort[]]).default(defaultSort),
}

export const PeopleQuery = z
  .looseObject({ ...z.object(filterFields).partial().shape, ...listShape })
  .superRefine(allowOnlyCustomFieldsBeside({ ...filterFields, ...listShape }), { when: isObject })
  .transform(({ limit, pageToken, sort, ...given }) => ({
    filter: parseFilter(given as PeopleFilter),
    limit,
    pageToken,
    sort,
  }))

export const PeopleExportQuery = z
  .looseObject(z.object(filterFields).partial().shape)
  .superRefine(allowOnlyCustomFieldsBeside(filterFields), { when: isObject })
  .transform((given) => parseFilter(given as PeopleFilter))

/**
 * The same as a stored value: returned exactly as given, including the order of its fields, and parsed by
 * `parseFilter`.
 */
export const PeopleFilter = z
  .record(z.string(), z.unknown())
  .superRefine((given, context) => {
    if (Object.keys(given).length > maxEntries) context.addIssue(`must have at most ${maxEntries} entries`)
    for (const [name, entry] of Object.entries(given).slice(0, maxEntries)) {
      for (const issue of findIssues(name, entry, Array.isArray(entry) ? listSchema : (value) => value)) {
        context.addIssue(issue)
      }
    }
    if (Array.isArray(given.q))
      for (const message of tooManySearches(given.q)) context.addIssue({ code: 'custom', path: ['q'], message })
  })
  .transform((given) => given as PeopleFilter)
  .meta({
    id: 'PeopleFilter',
    description: 'All must match; in a list, any. Custom fields are written `customFields.<key>`.',
    examples: [{ status: ['new', 'contacted'], tag: 'fair', 'customFields.plan': 'plus' }],
    properties: Object.fromEntries(
      Object.entries(filterFields).map(([name, value]) => [name, jsonSchemaOf(z.union([value, listSchema(value)]))]),
    ),
    patternProperties: { '^customFields\\.': jsonSchemaOf(z.union([fieldValue, listSchema(fieldValue)])) },
  })
export type PeopleFilter = { [field: string]: string | string[] }

function listSchema(value: z.ZodType): z.ZodType {
  return z.array(value).min(1).max(maxValues)
}

function tooManySearches(searches: unknown[]): string[] {
  if (searches.length > maxSearches) return [`must have at most ${maxSearches} searches`]
  const words = searches.flatMap((q) => (typeof q === 'string' ? parseSearchWords(q) : []))
  return words.length > maxWordsOfSearches ? [`must have at most ${maxWordsOfSearches} words in total`] : []
}

function jsonSchemaOf(schema: z.ZodType): object {
  const { $schema: _, ...own } = z.toJSONSchema(schema)
  return own
}

/** Only custom fields are allowed in addition to the keys of the shape. */
function allowOnlyCustomFieldsBeside(shape: object) {
  return (given: Record<string, unknown>, context: z.core.$RefinementCtx) => {
    for (const [name, entry] of Object.entries(given)) {
      if (Object.hasOwn(shape, name)) continue
      for (const issue of findIssues(name, entry, (value) => value)) context.addIssue(issue)
    }
  }
}

type Issue = Parameters<z.core.$RefinementCtx['addIssue']>[0]

/** Validates one entry of a filter; `form` derives the entry's schema from that of its value. */
function findIssues(name: string, entry: unknown, form: (value: z.ZodType) => z.ZodType): Issue[] {
  const isField = name.startsWith(customFieldHeader)
  const value = isField ? fieldValue : own(filterFields, name)
  if (!value) return [{ code: 'unrecognized_keys', keys: [name], knownFields: Object.keys(filterFields) }]
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
