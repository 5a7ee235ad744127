import type { StubbedProviderAnswer } from '../platform/outbound/testing/http-provider.ts'
import { openTestProvider } from './gateway-bench.ts'

type AcceptedMessage = { to: string; text: string; id: string; at: Date; status: string }

/**
 * A realistic Twilio: it sends everything it accepts, even if it answers 504, and lists what it accepted. `answer` sets
 * its response to a message; it does not accept an `isRefused` message.
 */
export async function openTwilioServer(now: () => Date) {
  const provider = await openTestProvider()
  const accepted: AcceptedMessage[] = []
  const behavior: {
    answer?(call: { to: string; attempt: number }): (StubbedProviderAnswer & { isRefused?: boolean }) | undefined
    list?(): StubbedProviderAnswer | undefined
  } = {}
  const calls = new Map<string, number>()
  provider.answerBy(({ method, path, body }) => {
    const url = new URL(path, 'http://twilio')
    if (!url.pathname.endsWith('/Messages.json')) return { body: { status: 'active' } }
    if (method === 'GET')
      return behavior.list?.() ?? { body: { messages: listMessages(accepted, url.searchParams.get('To')) } }
    const form = new URLSearchParams(body)
    const to = form.get('To') ?? ''
    const attempt = (calls.get(to) ?? 0) + 1
    calls.set(to, attempt)
    const { isRefused, ...answer } = behavior.answer?.({ to, attempt }) ?? {
      status: 201,
      body: { sid: `SM${accepted.length}` },
    }
    const id = new URL(form.get('StatusCallback') ?? 'http://nowhere').searchParams.get('message') ?? ''
    if (!isRefused) accepted.push({ to, text: form.get('Body') ?? '', id, at: now(), status: 'queued' })
    return answer
  })
  return {
    apis: { twilio: provider.url },
    behavior,
    accepted,
    /** The texts that reached that number, in order. */
    textsTo: (number: string) => accepted.filter(({ to }) => to.endsWith(number)).map(({ text }) => text),
    callsTo: (number: string) => [...calls].flatMap(([to, count]) => (to.endsWith(number) ? [count] : []))[0] ?? 0,
    binding: (channel: 'sms' | 'rcs') => ({
      ...{ channel, mode: 'unmanaged', provider: 'twilio' },
      auth: { accountSid: 'AC1', authToken: 'secret', messagingServiceSid: 'MG1' },
    }),
  }
}

function listMessages(accepted: readonly AcceptedMessage[], number: string | null): object[] {
  return accepted
    .filter(({ to }) => to === number)
    .map(({ to, text, at, status }) => ({
      ...{ to, body: text, status, direction: 'outbound-api', date_created: at.toUTCString() },
    }))
    .toReversed()
}
