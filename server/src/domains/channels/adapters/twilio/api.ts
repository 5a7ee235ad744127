import { type Bound, DispatchFailed, type Tools } from '../../adapter.ts'
import { callProvider, type ProviderAnswer } from '../call.ts'
import { fieldsOf } from '../read.ts'
import { failureOfCode } from './errors.ts'

export function twilioApi({ apis }: Tools): string {
  return apis.twilio ?? 'https://api.twilio.com'
}

export function authorizationOf({ auth }: Bound): string {
  return `Basic ${Buffer.from(`${auth.accountSid}:${auth.authToken}`).toString('base64')}`
}

/** A call below the account; a POST where there is a form. */
export async function callTwilio(
  path: string,
  form: URLSearchParams | undefined,
  at: { binding: Bound; tools: Tools },
) {
  const { binding, tools } = at
  const url = `${twilioApi(tools)}/2010-04-01/Accounts/${encodeURIComponent(binding.auth.accountSid ?? '')}${path}`
  const headers = { authorization: authorizationOf(binding), accept: 'application/json' }
  const call = { provider: 'Twilio', url, refine: refusalOf }
  if (!form) return callProvider({ ...call, headers }, tools)
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return callProvider({ ...call, headers: { ...headers, ...type }, body: `${form}` }, tools)
}

function refusalOf({ status, json }: ProviderAnswer): DispatchFailed | undefined {
  // Below an account that exists these paths do too.
  if (status === 404) return new DispatchFailed('credentials', 'Twilio does not know the account (404)')
  const { code } = fieldsOf(json)
  return status < 500 && typeof code === 'number' ? failureOfCode(code) : undefined
}
