import type { AdapterBinding, AdapterTools } from '../../adapter.ts'
import { callProvider } from '../call.ts'
import { toSlackFailure } from './errors.ts'

const servers = 'https://slack.com'

/** Calls one method of the Web API. Slack responds 200 to nearly everything and reports success in the body. */
export async function callSlack(
  method: string,
  body: object,
  { auth }: AdapterBinding,
  tools: AdapterTools,
): Promise<unknown> {
  const answer = await callProvider(
    {
      provider: 'Slack',
      url: `${tools.apis.slack ?? servers}/api/${method}`,
      headers: { authorization: `Bearer ${auth.botToken}`, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
    },
    tools,
  )
  const failure = toSlackFailure(answer, tools.world.now())
  if (failure) throw failure
  return answer.json
}
