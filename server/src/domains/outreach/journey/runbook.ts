import type { OutreachResponse } from '@parley/definition'

type Names = { send: string; status: string }

/** What the operator of a journey platform does, in order. */
export function buildRunbook(outreach: OutreachResponse, inputs: readonly string[], names: Names): string[] {
  const steps = [...setUp(names), ...mapping(inputs), ...reading(names)]
  return [...warning(outreach), ...steps.map((step, at) => `${at + 1}. ${step}`)]
}

function warning({ enabled, name, id }: OutreachResponse): string[] {
  if (enabled) return []
  return [
    `Warning: the Outreach ${name} (${id}) is turned off. Until somebody turns it on, every send answers 404 agent.outreach.not_found and reaches nobody.`,
  ]
}

const setUp = ({ send, status }: Names): string[] => [
  'In Parley, make an API key whose only scope is integrations:journey. It is shown once; keep it as a secret of the journey platform.',
  `In the journey platform, make a custom action named ${send} with the method, url and headers of send, and one named ${status} with those of status. In the header Authorization, put the key behind the word Bearer.`,
  'Paste send.request as the request of the first action, and set each field as send.fields says: a constant with its value, a variable to be mapped in the journey.',
  'Paste send.response and status.response as the responses, and errorResponse as the response on failure. Give both actions at least 10 seconds to answer.',
]

const mapping = (inputs: readonly string[]): string[] => [
  'Map profile.phone to the mobile number: a plus sign and 7 to 15 digits, without spaces. Anything else is refused with 400.',
  inputs.length === 0
    ? 'This Outreach has no inputs: leave inputs out, or empty.'
    : `Map every input: ${inputs.join(', ')}. One that the opener needs and nobody supplied ends in the outcome refused with the reason missing_inputs.`,
  'Map journey.versionId, journey.nodeId and journey.instanceId to the ids that the platform gives them. Together they let a step send once for each profile and entry, however often it is called. Without all three, the Outreach goes to a profile once a UTC day, and the answer says idempotency derived.',
  'Map consent.sms to y where the person agreed to messages and to n where they declined. Anything else claims nothing.',
  'What a profile lacks may be sent as null or as an empty text: it is read as not supplied and changes nothing.',
]

const reading = ({ status }: Names): string[] => [
  'Branch on outcome. queued: the message is on its way. duplicate: this step has sent before, and sendId names that send. skipped: a dry run. refused: nothing was sent, and reason says why.',
  'On refused, do not reach the person another way: opted_out is lasting, declined and consent_denied are their word. Only missing_inputs is a fault of the mapping. Treat a reason that you do not know as: do not reach this person another way.',
  'Retry on any HTTP error: it is safe, since a step that has sent is not sent again. On 429 wait as long as Retry-After says; on 400, 401, 403 and 404 first mend what detail names.',
  `To learn what became of a send, wait some minutes and call ${status} with its sendId, as the query parameter or behind the url, until final is true. reachable is false only where the number cannot receive RCS: then another channel is right.`,
  'Before the journey goes live, test it with dryRun true. To see the conversation itself, call the send with emulator.personaId and an empty profile: it opens in that persona of the emulator.',
]
