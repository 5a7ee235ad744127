import { type Channel, channels, phoneChannels } from '@parley/amf'
import { countryCode } from '@parley/definition'
import { duplicatePolicies } from '@parley/definition/vocabulary'
import { boundedText } from '@parley/findings'
import { z } from 'zod'
import {
  type Charset,
  charsetQuery,
  csvFormat,
  headerMapping,
  jsonQuery,
  mappingQuery,
  rowErrorList,
} from '../../../platform/csv/import-request.ts'
import { timestamp } from '../../../platform/http/schemas.ts'

/** Imports people from a file: all valid rows, or none when the file cannot be read. */

export const maxImportRows = 1_000_000
/** JSON is parsed in memory as a whole; larger imports must use CSV. */
export const maxJsonRows = 100_000
export const maxJsonBytes = 16 * 2 ** 20
/** Enough for the maximum number of rows with thirty values each. */
export const maxJsonValues = 3_000_000
export const maxImportColumns = 500
/** A key can have any length and may contain personal data. */
export const maxErrorFieldLength = 128

export type ImportCounts = { created: number; updated: number; skipped: number; failed: number }
export const zeroImportCounts: ImportCounts = { created: 0, updated: 0, skipped: 0, failed: 0 }

const channel = z
  .enum(channels)
  .refine(
    (name) => phoneChannels.some((one) => one === name),
    `must be one of ${phoneChannels.join(', ')}, which use phone numbers`,
  )
const onDuplicate = z.enum(duplicatePolicies)

/** What cells of a column mean: header → cell → value. An empty value skips the cell. */
const values = z.record(z.string(), z.record(z.string(), boundedText({ max: 4000 })))

export type PeopleImportSettings = {
  channel?: Channel
  country?: string
  charset?: Charset
  values: z.infer<typeof values>
  dryRun: boolean
  onDuplicate: z.infer<typeof onDuplicate>
  mapping: z.infer<typeof headerMapping>
}

const countryNote = 'Phone numbers without a country code are read in this country. Default: that of the agent.'
const valuesNote =
  'A JSON object for a CSV file: column header → cell → value, for example `{"Status":{"hot":"qualified"}}`. An empty value skips the cell.'

export const ImportQuery = z.strictObject({
  channel: channel.optional().meta({ description: 'Each valid phone number also becomes an identity there.' }),
  dryRun: z.enum(['true', 'false']).optional().meta({ description: 'Runs the import, then rolls it back.' }),
  onDuplicate: onDuplicate.optional().meta({ default: 'update' }),
  country: countryCode.optional().meta({ description: countryNote }),
  charset: charsetQuery,
  values: jsonQuery.pipe(values).optional().meta({ description: valuesNote }),
  mapping: mappingQuery,
})

export const ImportBody = z
  .strictObject({
    people: z.array(z.unknown()).max(maxJsonRows).meta({
      description:
        'Each in the format of `POST /people`, plus: `id`, `country` (of the phone number), `consent` (a status, or `{ status, source?, evidence? }`).',
    }),
    channel: channel.optional(),
    country: countryCode.optional().meta({ description: countryNote }),
    dryRun: z.boolean().optional(),
    onDuplicate: onDuplicate.optional(),
    mapping: headerMapping.optional(),
  })
  .meta({
    id: 'PeopleToImport',
    examples: [{ people: [{ fullName: 'A Person', phone: '+12025550143', consent: 'granted' }], channel: 'rcs' }],
  })
type ImportBody = z.output<typeof ImportBody>

/** Settings in the body override those in the query. */
export function resolveImportSettings(
  query: z.output<typeof ImportQuery>,
  body: Omit<ImportBody, 'people'> = {},
): PeopleImportSettings {
  return {
    channel: body.channel ?? query.channel,
    country: body.country ?? query.country,
    charset: query.charset,
    values: query.values ?? {},
    dryRun: body.dryRun ?? query.dryRun === 'true',
    onDuplicate: body.onDuplicate ?? query.onDuplicate ?? 'update',
    mapping: body.mapping ?? query.mapping ?? {},
  }
}

const count = z.int().min(0)
const counts = { created: count, updated: count, skipped: count, failed: count }

const ImportUnderstanding = z
  .strictObject({
    ...csvFormat,
    columns: z.array(
      z.strictObject({
        header: z.string(),
        field: z.string().nullable().meta({ description: 'Null: the column is skipped.' }),
        values: z
          .array(z.strictObject({ value: z.string(), readAs: z.string().optional() }))
          .optional()
          .meta({
            description: 'Distinct cells of columns with a fixed set of values; without `readAs`, not understood.',
          }),
      }),
    ),
  })
  .meta({
    id: 'PeopleImportUnderstanding',
    examples: [
      {
        charset: 'windows-1252',
        delimiter: ';',
        columns: [{ header: 'Einwilligung', field: 'consent.status', values: [{ value: 'Ja', readAs: 'granted' }] }],
      },
    ],
  })
export type ImportUnderstanding = z.infer<typeof ImportUnderstanding>

export const ImportResultResponse = z
  .strictObject({
    importBatchId: z.string().optional().meta({ description: 'Identifies the people in it; a dry run has none.' }),
    ...counts,
    errors: rowErrorList,
    dryRun: z.literal(true).optional(),
    understood: ImportUnderstanding.optional().meta({ description: 'For a dry run of a CSV file: how it was read.' }),
  })
  .meta({
    id: 'PeopleImported',
    examples: [{ importBatchId: 'imp_0m3k1', created: 2, updated: 1, skipped: 0, failed: 0, errors: [] }],
  })
export type ImportResultResponse = z.input<typeof ImportResultResponse>

export const importStatuses = ['running', 'done', 'failed'] as const
export type ImportStatus = (typeof importStatuses)[number]

const example = {
  importBatchId: 'imp_0m3k1',
  status: 'running',
  dryRun: false,
  totalBytes: 1_000_000,
  readBytes: 250_000,
  rows: 2500,
  ...{ created: 2400, updated: 90, skipped: 8, failed: 2 },
  createdAt: '2030-01-31T09:00:00.000Z',
  updatedAt: '2030-01-31T09:00:01.000Z',
}

/** Omits the failed rows, which would make a list of imports long. */
export const ImportResponse = z
  .strictObject({
    importBatchId: z.string(),
    status: z.enum(importStatuses).meta({ description: 'A failed import writes nothing.' }),
    dryRun: z.boolean(),
    totalBytes: count,
    readBytes: count,
    rows: count,
    ...counts,
    error: z.string().optional().meta({ description: 'Why it failed.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'PeopleImportProgress', examples: [example] })
export type ImportResponse = z.input<typeof ImportResponse>

export const ImportReportResponse = ImportResponse.extend({ errors: rowErrorList }).meta({
  id: 'PeopleImportReport',
  examples: [{ ...example, errors: [{ row: 7, line: 8, field: 'email', message: 'must be an email address' }] }],
})
export type ImportReportResponse = z.input<typeof ImportReportResponse>
