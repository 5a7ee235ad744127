import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { Problem } from '../../../server/src/platform/http/problem.ts'
import { readCsvRecords } from '../../../server/src/testing/parsers/files.ts'
import type { FuzzTarget } from '../target.ts'

const csv: FuzzTarget = {
  name: 'csv',
  sourcePattern: /people\/imports/,
  seeds: ['fullName,phone\nA,+1\n', '"a ""b""";c\r\n1;2\r\n', '\ufeffname\temail\rx\ty', 'sep=;\na;b\n"x\ny";z'],
  tokens: ['"', '""', ',', ';', '\t', '\n', '\r\n', '\r', '\ufeff', 'sep=', ' ', '\u0000', 'é'],
  async run(text) {
    try {
      const file = { read: () => Readable.from([Buffer.from(text)]) }
      let lastRow = 0
      for await (const { row, line } of readCsvRecords(file, () => {})) {
        assert.ok(row >= lastRow && line > row, 'row and line numbers increase')
        lastRow = row
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  },
}

export const targets: readonly FuzzTarget[] = [csv]
