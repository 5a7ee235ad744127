import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectToolError, testFailures } from '../testing/failures.ts'
import { openTestTool } from '../testing/tool.ts'
import { googleSheetsAdapter, toA1Range } from './index.ts'

const sheets = await openTestTool(googleSheetsAdapter)
const given = {
  config: { spreadsheetId: '1AbC_d-9' },
  accessToken: 'ya29.secret',
  with: { values: ['Ada', '=SUM(1)', ''] },
}
const appended = {
  body: {
    spreadsheetId: '1AbC_d-9',
    tableRange: 'Inquiries!A1:C4',
    updates: { updatedRange: 'Inquiries!A5:C5', updatedRows: 1, updatedColumns: 3, updatedCells: 3 },
  },
}

test('a row is appended below the table of the first tab, and its values are stored unchanged', async () => {
  sheets.answerNext(appended)
  assert.deepEqual(await sheets.call(given), { updatedRange: 'Inquiries!A5:C5', updatedRows: 1 })
  const { method, path, headers, body } = sheets.calls.at(-1) ?? assert.fail()
  assert.equal(method, 'POST')
  assert.equal(path, '/v4/spreadsheets/1AbC_d-9/values/A1:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS')
  assert.equal(headers.authorization, 'Bearer ya29.secret')
  assert.deepEqual(JSON.parse(body), { majorDimension: 'ROWS', values: [['Ada', '=SUM(1)', '']] })
})

test('the settings choose the tab and how values are read', async () => {
  sheets.answerNext(appended)
  const config = { ...given.config, range: 'New / leads!A:F', valueInputOption: 'USER_ENTERED' }
  await sheets.call({ ...given, config })
  const { pathname, searchParams } = new URL(sheets.calls.at(-1)?.path ?? '', sheets.url)
  assert.equal(pathname, "/v4/spreadsheets/1AbC_d-9/values/'New%20%2F%20leads'!A%3AF:append")
  assert.equal(searchParams.get('valueInputOption'), 'USER_ENTERED')
})

test('a call succeeds after the grant has been refreshed', async () => {
  sheets.answerNext({ status: 401, body: { error: { code: 401, message: 'Invalid Credentials' } } }, appended)
  await sheets.call({ ...given, refreshedToken: 'ya29.fresh' })
  const [first, second] = sheets.calls.slice(-2)
  assert.deepEqual([second?.path, second?.body], [first?.path, first?.body])
  assert.equal(second?.headers.authorization, 'Bearer ya29.fresh')
})

const ranges: [given: string | undefined, a1: string][] = [
  [undefined, 'A1'],
  [' ', 'A1'],
  ['Inquiries', "'Inquiries'"],
  ['Q1', "'Q1'"],
  ["Ada's list", "'Ada''s list'"],
  ['A:F', 'A:F'],
  ['A2:F', 'A2:F'],
  ['Inquiries!A:F', "'Inquiries'!A:F"],
  ["'My tab'!A:F", "'My tab'!A:F"],
  ['Hot! leads!B2', "'Hot! leads'!B2"],
]
for (const [range, a1] of ranges) {
  test(`the range ${JSON.stringify(range)} is ${a1} in A1 notation`, () => assert.equal(toA1Range(range), a1))
}

test('a spreadsheet id of dots is refused without a call', async () => {
  const before = sheets.calls.length
  const error = await expectToolError(sheets.call({ ...given, config: { spreadsheetId: '..' } }))
  assert.deepEqual([error.kind, sheets.calls.length], ['invalid', before])
})

const error = (code: number, status: string, message: string) => ({
  status: code,
  body: { error: { code, message, status } },
})

testFailures({
  tool: sheets,
  given,
  cases: [
    [
      'the tab does not exist',
      error(400, 'INVALID_ARGUMENT', "Unable to parse range: 'Nowhere'"),
      'invalid',
      /^Google Sheets refused the call \(400\): Unable to parse range: 'Nowhere'\. Correct/,
    ],
    [
      'the grant is refused',
      error(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
      'unauthorized',
      /^Google Sheets refused access \(401\)\. Connect the Google account again/,
    ],
    [
      'the account may not edit the spreadsheet',
      error(403, 'PERMISSION_DENIED', 'The caller does not have permission'),
      'unauthorized',
      /The caller does not have permission\. Share the spreadsheet/,
    ],
    [
      'the spreadsheet does not exist',
      error(404, 'NOT_FOUND', 'Requested entity was not found.'),
      'invalid',
      /Requested entity was not found\. Correct/,
    ],
    ['the quota is used up', error(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded'), 'rateLimited', /Quota exceeded\./],
  ],
})
