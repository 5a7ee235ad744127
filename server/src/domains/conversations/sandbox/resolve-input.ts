import { getProfile } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'
import { isCarrierChannel, type Keyword, parseKeyword } from '../compliance/keyword.ts'
import type { formatHelpReply } from '../compliance/keyword-replies.ts'
import type { SandboxInput } from '../deps.ts'
import type { SystemEvent } from '../event.ts'
import type { ResolvedContent } from '../inbound/interpret-content.ts'
import type { SandboxPartner, SandboxDeps } from './deps.ts'
import { findSandboxMessage } from './queries.ts'
import { serializeSandboxMessage } from './serializer.ts'

type SandboxKeyword = { keyword: Keyword; brand?: Parameters<typeof formatHelpReply>[0] }

/** A happening with all that had to be looked up for it. */
export type ResolvedSandboxInput =
  | { kind: 'content'; heard: ResolvedContent; order?: SandboxKeyword }
  /** A switch of the provider's, which it confirms itself; or the plain fact of having opted out or in. */
  | { kind: 'switch'; event: SystemEvent; order?: SandboxKeyword }
  | { kind: 'marks'; event: SystemEvent; optedOut: boolean }

type SandboxContext = { agent: AgentKey; partner: SandboxPartner }

/** Nothing is open in the database meanwhile. */
export async function resolveSandboxInput(whose: SandboxContext, happening: SandboxInput, deps: SandboxDeps): Promise<ResolvedSandboxInput> {
  if (happening.kind === 'system') return resolveSystemInput(whose.partner, happening.system)
  const heard = await resolveSandboxContent(whose, happening, deps)
  return { kind: 'content', heard, order: await readSandboxKeyword(whose, heard, deps) }
}

type System = Extract<SandboxInput, { kind: 'system' }>['system']

function resolveSystemInput({ channel }: SandboxPartner, system: System): ResolvedSandboxInput {
  const event: SystemEvent = { type: 'system', kind: system }
  if (system === 'optOut' || system === 'optIn') return { kind: 'marks', event, optedOut: system === 'optOut' }
  const keyword = system === 'unsubscribed' ? 'stop' : 'start'
  return { kind: 'switch', event, ...(isCarrierChannel(channel) && { order: { keyword } }) }
}

type SandboxContentInput = Exclude<SandboxInput, { kind: 'system' }>

async function resolveSandboxContent(whose: SandboxContext, happening: SandboxContentInput, deps: SandboxDeps): Promise<ResolvedContent> {
  if (happening.kind === 'says') return { type: 'text', text: happening.text }
  if (happening.kind === 'taps') return resolveSandboxTap(whose, happening, deps)
  const { url, mediaType, text } = happening
  return { type: 'message', message: { ...(text !== undefined && { text }), media: { url, mediaType } } }
}

/** What is not there to be tapped is as if its label had been typed. */
async function resolveSandboxTap(
  { agent, partner }: SandboxContext,
  { messageId, label, optionId }: Extract<SandboxInput, { kind: 'taps' }>,
  { db }: SandboxDeps,
): Promise<ResolvedContent> {
  const { asid, channel } = partner
  const row = await findSandboxMessage(db, agent, { asid, messageId })
  const offered = row ? serializeSandboxMessage(row).affordances : []
  const affordance = offered.find((one) => one.label === label && one.answer?.optionId === optionId)
  const isPicked = affordance?.answer?.intent === 'ask.time' && getProfile(channel).timePicker !== undefined
  return { type: 'tap', taps: affordance ? [{ messageId, asid, affordance }] : [], label, picked: isPicked }
}

/** As the binding of the channel says; where there is none, compliance is off. */
async function readSandboxKeyword({ agent, partner }: SandboxContext, heard: ResolvedContent, deps: SandboxDeps): Promise<SandboxKeyword | undefined> {
  const { channel } = partner
  const words = heard.type === 'tap' ? heard.label : heard.type === 'text' ? heard.text : heard.message.text
  // Most that is said is no keyword by any rule: the binding need not be read for it.
  if (words === undefined || !parseKeyword(words, { channel, compliance: true })) return undefined
  const compliance = (await deps.channels.findByChannel(agent, channel))?.compliance?.enabled ?? false
  const keyword = parseKeyword(words, { channel, compliance: compliance && heard.type !== 'tap' })
  if (!keyword) return undefined
  return { keyword, brand: compliance ? await deps.definitions.read(deps.db, agent) : undefined }
}
