import { setTimeout as sleep } from 'node:timers/promises'
import { crowdTag } from '../fixtures.ts'
import type { Meter } from '../measure/meter.ts'
import { buildAgentUrl, type OperationContext } from './operation-context.ts'

type CampaignState = { id: string; status: string; counts: { sendable: number; sent: number } }
type CampaignOptions = { everySeconds: number; people: number }

const pollMilliseconds = 1_000
const maxMilliseconds = 600_000

/** Sends campaigns to the whole crowd at intervals, one after another, until `stop`. */
export async function runCampaigns(
  context: OperationContext,
  meter: Meter,
  { everySeconds, people }: CampaignOptions,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const startedAt = performance.now()
    try {
      if (await runCampaign(context, people, stop)) meter.record('campaign → completed', performance.now() - startedAt)
    } catch (error) {
      meter.fail('campaign', error instanceof Error ? error.message : String(error))
    }
    const waitMilliseconds = everySeconds * 1000 - (performance.now() - startedAt)
    await sleep(Math.max(0, waitMilliseconds), undefined, { signal: stop }).catch(() => {})
  }
}

/** Returns whether it completed: a campaign that is still running at the end is abandoned. */
async function runCampaign(context: OperationContext, people: number, stop: AbortSignal): Promise<boolean> {
  const post = async (path: string, body: object, expects?: number) =>
    (await context.call({
      url: buildAgentUrl(context, `/campaigns${path}`),
      method: 'POST',
      token: context.environment.apiKey,
      body,
      expects,
    })) as CampaignState
  const audience = { filter: { tag: crowdTag } }
  const newCampaign = {
    name: `Spring ${context.next()}`,
    outreachId: 'spring',
    audience,
    includePreviouslyContacted: true,
  }
  const { id } = await post('', newCampaign, 201)
  await post(`/${id}/stage`, {})
  const staged = await waitForStatus(context, id, 'staged', stop)
  if (!staged) return false
  if (staged.counts.sendable !== people) throw new Error(`${staged.counts.sendable} of ${people} people are sendable`)
  await post(`/${id}/start`, {})
  const completed = await waitForStatus(context, id, 'completed', stop)
  if (completed && completed.counts.sent !== people) throw new Error(`${completed.counts.sent} of ${people} were sent`)
  return completed !== undefined
}

async function waitForStatus(
  context: OperationContext,
  id: string,
  status: string,
  stop: AbortSignal,
): Promise<CampaignState | undefined> {
  const url = buildAgentUrl(context, `/campaigns/${id}`)
  for (const deadline = Date.now() + maxMilliseconds; !stop.aborted; ) {
    const current = (await context.call({ url, token: context.environment.apiKey })) as CampaignState
    if (current.status === status) return current
    if (Date.now() > deadline) throw new Error(`a campaign was ${current.status} and never became ${status}`)
    await sleep(pollMilliseconds, undefined, { signal: stop }).catch(() => {})
  }
  return undefined
}
