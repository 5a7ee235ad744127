import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectToolError, testFailures } from '../testing/failures.ts'
import { openTestTool } from '../testing/tool.ts'
import { twilioLookupAdapter } from './index.ts'

const twilio = await openTestTool(twilioLookupAdapter)
const given = {
  config: { accountSid: 'AC1' },
  secrets: { authToken: 'twilio-secret' },
  with: { phoneNumber: '+12025550143' },
}
const number = {
  calling_country_code: '1',
  country_code: 'US',
  phone_number: '+12025550143',
  national_format: '(202) 555-0143',
  valid: true,
  validation_errors: [],
  caller_name: null,
  line_type_intelligence: null,
  url: 'https://lookups.twilio.com/v2/PhoneNumbers/+12025550143',
}

test('a number is looked up with the account and its auth token', async () => {
  twilio.answerNext({ body: number })
  const result = await twilio.call(given)
  assert.deepEqual(result, {
    valid: true,
    phoneNumber: '+12025550143',
    nationalFormat: '(202) 555-0143',
    countryCode: 'US',
  })
  const { method, path, headers, body } = twilio.calls.at(-1) ?? assert.fail()
  assert.deepEqual([method, path, body], ['GET', '/v2/PhoneNumbers/%2B12025550143', ''])
  assert.equal(headers.authorization, `Basic ${Buffer.from('AC1:twilio-secret').toString('base64')}`)
})

test('line type and caller name are looked up on request, also for a national number', async () => {
  twilio.answerNext({
    body: {
      ...number,
      line_type_intelligence: { type: 'mobile', carrier_name: 'Carrier', error_code: null },
      caller_name: { caller_name: 'ADA', caller_type: 'CONSUMER', error_code: null },
    },
  })
  const result = await twilio.call({
    ...given,
    with: { phoneNumber: '030 / 12', countryCode: 'DE', fields: ['line_type_intelligence', 'caller_name'] },
  })
  const { lineType, carrier, callerName, callerType } = result as Record<string, string>
  assert.deepEqual([lineType, carrier, callerName, callerType], ['mobile', 'Carrier', 'ADA', 'CONSUMER'])
  const { pathname, searchParams } = new URL(twilio.calls.at(-1)?.path ?? '', twilio.url)
  assert.equal(pathname, '/v2/PhoneNumbers/030%20%2F%2012')
  assert.deepEqual(Object.fromEntries(searchParams), {
    Fields: 'line_type_intelligence,caller_name',
    CountryCode: 'DE',
  })
})

test('an invalid number is a result, not an error', async () => {
  twilio.answerNext({ body: { ...number, valid: false, national_format: null, validation_errors: ['TOO_SHORT'] } })
  const result = await twilio.call(given)
  assert.deepEqual(result, {
    valid: false,
    phoneNumber: '+12025550143',
    countryCode: 'US',
    validationErrors: ['TOO_SHORT'],
  })
})

test('a lookup changes nothing', () => assert.equal(twilioLookupAdapter.sideEffects, false))

test('dots instead of a number are refused without a call', async () => {
  const before = twilio.calls.length
  const error = await expectToolError(twilio.call({ ...given, with: { phoneNumber: '..' } }))
  assert.deepEqual([error.kind, twilio.calls.length], ['invalid', before])
})

testFailures({
  tool: twilio,
  given,
  cases: [
    [
      'Twilio refuses the fields',
      { status: 400, body: { code: 60001, message: 'Invalid parameter', status: 400 } },
      'invalid',
      /^Twilio refused the call \(400\): Invalid parameter \(error 60001\)\. Correct/,
    ],
    [
      'the auth token is not valid',
      { status: 401, body: { code: 20003, message: 'Authenticate', status: 401 } },
      'unauthorized',
      /^Twilio refused access \(401\)\. Enter the account SID and the auth token/,
    ],
    [
      'the account is suspended',
      { status: 403, body: { code: 20005, message: 'Account not active' } },
      'unauthorized',
      /Account not active \(error 20005\)\. Check in the Twilio console/,
    ],
  ],
})
