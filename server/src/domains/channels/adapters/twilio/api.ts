import { type AdapterBinding, type AdapterTools, DispatchFailedError } from '../../adapter.ts'
import { callProvider, type ProviderAnswer } from '../call.ts'
import { readFields } from '../payload-reader.ts'
import { toCodeFailure } from './errors.ts'

export function twilioBaseUrl({ apis }: AdapterTools): string {
  return apis.twilio ?? 'https://api.twilio.com'
}

export function createBasicAuthHeader({ auth }: AdapterBinding): string {
  return `Basic ${Buffer.from(`${auth.accountSid}:${auth.authToken}`).toString('base64')}`
}

/** Calls a path below the account: POST with a form, GET without. */
export async function callTwilio(
  path: string,
  form: URLSearchParams | undefined,
  at: { binding: AdapterBinding; tools: AdapterTools },
) {
  const { binding, tools } = at
  const url = `${twilioBaseUrl(tools)}/2010-04-01/Accounts/${encodeURIComponent(binding.auth.accountSid ?? '')}${path}`
  const headers = { authorization: createBasicAuthHeader(binding), accept: 'application/json' }
  const call = { provider: 'Twilio', url, refine: toTwilioRefusal }
  if (!form) return callProvider({ ...call, headers }, tools)
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return callProvider({ ...call, headers: { ...headers, ...type }, body: `${form}` }, tools)
}

function toTwilioRefusal({ status, json }: ProviderAnswer): DispatchFailedError | undefined {
  // These paths exist for every existing account, so a 404 means a wrong account.
  if (status === 404) return new DispatchFailedError('credentials', 'Twilio does not know the account (404)')
  const { code } = readFields(json)
  return status < 500 && typeof code === 'number' ? toCodeFailure(code) : undefined
}
