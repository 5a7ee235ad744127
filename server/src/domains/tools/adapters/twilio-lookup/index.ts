import { z } from 'zod'
import type { ToolAdapter } from '../../adapter.ts'
import {
  basicAuthorization,
  callToolProvider,
  encodeSegment,
  omitEmpty,
  parseResponse,
  type ToolProvider,
} from '../provider.ts'

const ErrorBody = z.object({ message: z.string(), code: z.int().optional() })

const twilio: ToolProvider = {
  name: 'Twilio',
  fixCredentials: 'Enter the account SID and the auth token of one Twilio account in the settings of the tool.',
  fixPermission: 'Check in the Twilio console that the account is active and may use Lookup.',
  explain(body) {
    const { data } = ErrorBody.safeParse(body)
    return data && (data.code === undefined ? data.message : `${data.message} (error ${data.code})`)
  },
}

const text = z.string().nullish()
const PhoneNumber = z.object({
  valid: z.boolean(),
  phone_number: text,
  national_format: text,
  country_code: text,
  validation_errors: z.array(z.string()).nullish(),
  line_type_intelligence: z.object({ type: text, carrier_name: text }).nullish(),
  caller_name: z.object({ caller_name: text, caller_type: text }).nullish(),
})

type TwilioConfig = { accountSid: string }
type TwilioParameters = { phoneNumber: string; countryCode?: string; fields?: string[] }

export const twilioLookupAdapter: ToolAdapter = {
  toolId: '@svc/tool.twilio-lookup',
  baseUrl: () => 'https://lookups.twilio.com',
  sideEffects: false,
  async call(call) {
    const { accountSid } = call.config as TwilioConfig
    const { phoneNumber, countryCode, fields = [] } = call.with as TwilioParameters
    const response = await callToolProvider(twilio, call, {
      method: 'GET',
      path: `/v2/PhoneNumbers/${encodeSegment(phoneNumber)}`,
      query: omitEmpty({ Fields: fields.join(','), CountryCode: countryCode }) as Record<string, string>,
      headers: { authorization: basicAuthorization(accountSid, call.secrets.authToken ?? '') },
    })
    return toLookupResult(parseResponse(twilio, PhoneNumber, response))
  },
}

/** An invalid number is a result, not an error. Twilio reports what it could not look up as null. */
function toLookupResult(found: z.output<typeof PhoneNumber>): object {
  const { line_type_intelligence: line, caller_name: caller, validation_errors: errors } = found
  return {
    valid: found.valid,
    ...omitEmpty({
      phoneNumber: found.phone_number,
      nationalFormat: found.national_format,
      countryCode: found.country_code,
      validationErrors: errors?.length ? errors : undefined,
      lineType: line?.type,
      carrier: line?.carrier_name,
      callerName: caller?.caller_name,
      callerType: caller?.caller_type,
    }),
  }
}
