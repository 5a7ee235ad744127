import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { Problem } from '../http/problem.ts'
import { type CsvRecord, readCsvRecords } from './csv.ts'

async function recordsIn(bytes: Buffer): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  for await (const record of readCsvRecords({ read: () => Readable.from([bytes]) }, () => {})) records.push(record)
  return records
}

const marks = fc.constantFrom('"', '""', ',', ';', '\t', '\n', '\r\n', '\r', '\ufeff', 'sep=', 'a', ' ', 'é', '\u0000')
const texts = fc.array(marks, { maxLength: 30 }).map((some) => Buffer.from(some.join('')))
const files = fc.oneof(
  texts,
  fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some)),
)

test('the rows of any file are read in order, or the file is refused with the reason', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (bytes) => {
      try {
        const rows = (await recordsIn(bytes)).map(({ row }) => row)
        assert.deepEqual(
          rows,
          rows.map((_, at) => at),
        )
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        assert.deepEqual([error.status, error.code], [422, 'request.invalid'])
      }
    }),
    { numRuns: 400 },
  )
})
