import { getProfile, isCarrierChannel } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type formatHelpReply, type Keyword, parseKeyword } from '../compliance/keyword.ts'

import type { SandboxInput } from '../deps.ts'
import type { SystemEvent } from '../event.ts'
import type { ResolvedContent } from '../inbound/interpret-content.ts'
import type { SandboxDeps, SandboxPartner } from './deps.ts'
import { findSandboxMessage } from './queries.ts'
import { serializeSandboxMessage } from './serializer.ts'

type SandboxKeyword = { keyword: Keyword; brand?: Parameters<typeof formatHelpReply>[0] }

export type ResolvedSandboxInput =
  | { kind: 'content'; content: ResolvedContent; command?: SandboxKeyword }
  /** A switch of the provider, which confirms it itself; or the plain fact of having opted out or in. */
  | { kind: 'switch'; event: SystemEvent; command?: SandboxKeyword }
  | { kind: 'marks'; event: SystemEvent; optedOut: boolean }

type SandboxContext = { agent: AgentKey; partner: SandboxPartner }

/** Runs without an open transaction. */
export async function resolveSandboxInput(
  context: SandboxContext,
  input: SandboxInput,
  deps: SandboxDeps,
): Promise<ResolvedSandboxInput> {
  if (input.kind === 'system') return resolveSystemInput(context.partner, input.system)
  const content = await resolveSandboxContent(context, input, deps)
  return { kind: 'content', content, command: await readSandboxKeyword(context, content, deps) }
}

type System = Extract<SandboxInput, { kind: 'system' }>['system']

function resolveSystemInput({ channel }: SandboxPartner, system: System): ResolvedSandboxInput {
  const event: SystemEvent = { type: 'system', kind: system }
  if (system === 'optOut' || system === 'optIn') return { kind: 'marks', event, optedOut: system === 'optOut' }
  const keyword = system === 'unsubscribed' ? 'stop' : 'start'
  return { kind: 'switch', event, ...(isCarrierChannel(channel) && { command: { keyword } }) }
}

type SandboxContentInput = Exclude<SandboxInput, { kind: 'system' }>

async function resolveSandboxContent(
  context: SandboxContext,
  input: SandboxContentInput,
  deps: SandboxDeps,
): Promise<ResolvedContent> {
  if (input.kind === 'says') return { type: 'text', text: input.text }
  if (input.kind === 'taps') return resolveSandboxTap(context, input, deps)
  const { url, mediaType, text } = input
  return { type: 'message', message: { ...(text !== undefined && { text }), media: { url, mediaType } } }
}

/** A tap on an item that does not exist counts as if its label had been typed. */
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

/** Uses the channel's binding; without one, compliance is off. */
async function readSandboxKeyword(
  { agent, partner }: SandboxContext,
  content: ResolvedContent,
  deps: SandboxDeps,
): Promise<SandboxKeyword | undefined> {
  const { channel } = partner
  const text = content.type === 'tap' ? content.label : content.type === 'text' ? content.text : content.message.text
  // Most texts are not keywords under any rule, so the binding need not be read.
  if (text === undefined || !parseKeyword(text, { channel, compliance: true })) return undefined
  const compliance = (await deps.channels.findByChannel(agent, channel))?.compliance?.enabled ?? false
  const keyword = parseKeyword(text, { channel, compliance: compliance && content.type !== 'tap' })
  if (!keyword) return undefined
  return { keyword, brand: compliance ? await deps.definitions.read(deps.db, agent) : undefined }
}
