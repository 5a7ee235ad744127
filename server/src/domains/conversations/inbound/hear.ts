import { readPostback } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Content, LiveBinding } from '../../channels/index.ts'
import type { InboundMessage } from '../event.ts'
import type { ReceiverDeps } from './deps.ts'
import type { Heard, Tap } from './heard.ts'
import { unopenedFileText } from './unopened-file.ts'

type Deps = Pick<ReceiverDeps, 'channels' | 'fetch' | 'call' | 'apis' | 'world' | 'log' | 'keepMedia' | 'rendered'>
type Told<Type extends Content['type']> = Extract<Content, { type: Type }>
/** `id` is the provider's, of what the content came with. */
type Came = { binding: LiveBinding; id: string }

/** The provider waits for its answer meanwhile. */
const fileSeconds = 10

/** Gathers what content needs to be understood; nothing is open in the database meanwhile. */
export async function hear(agent: AgentKey, content: Content, came: Came, deps: Deps): Promise<Heard> {
  if (content.type === 'text') return content
  if (content.type === 'place') return { type: 'message', message: { place: content.place } }
  if (content.type === 'media') return { type: 'message', message: await fileOf(agent, content, came, deps) }
  const { postback, picked = false } = content
  const taps = await tapsOf(agent, content, came, deps)
  return { type: 'tap', taps, label: content.label ?? taps[0]?.affordance.label ?? postback, picked }
}

/** What is picked at once stands in one message, which is rendered once, however much is said to be picked. */
async function tapsOf(agent: AgentKey, content: Told<'tap'>, { binding }: Came, deps: Deps): Promise<Tap[]> {
  const read = [content.postback, ...(content.also ?? [])].flatMap((postback) => readPostback(postback) ?? [])
  const messageId = read[0]?.messageId
  const shown = messageId === undefined ? undefined : await deps.rendered(agent, messageId)
  if (messageId === undefined || shown?.channel !== binding.channel) return []
  const tapped = new Set(read.filter((each) => each.messageId === messageId).map(({ tap }) => tap))
  const affordances = [...tapped].flatMap((tap) => shown.affordances[tap] ?? [])
  return affordances.map((affordance) => ({ messageId, asid: shown.asid, affordance }))
}

/** A file that cannot be had is told of all the same. */
async function fileOf(agent: AgentKey, content: Told<'media'>, came: Came, deps: Deps): Promise<InboundMessage> {
  const { reference, name, text } = content
  const key = `inbound ${came.binding.id} ${came.id} ${reference}`
  const kept = await deps.keepMedia(agent, key, () => openFile(reference, came.binding, deps))
  const url = kept?.url ?? (isSecureAddress(reference) ? reference : undefined)
  const mediaType = kept?.mediaType ?? content.mediaType
  if (url === undefined) return { text: [text, unopenedFileText(name)].filter(Boolean).join('\n') }
  const media = { url, ...(mediaType !== undefined && { mediaType }), ...(name !== undefined && { name }) }
  return { ...(text !== undefined && { text }), media }
}

async function openFile(reference: string, binding: LiveBinding, deps: Deps): Promise<Response> {
  const { fetch, call, apis, world, log } = deps
  const signal = AbortSignal.timeout(fileSeconds * 1000)
  try {
    const { openMedia } = deps.channels.adapterOf(binding)
    return await (openMedia
      ? openMedia(reference, binding, { fetch, call, apis, world, signal })
      : fetch(reference, { signal }))
  } catch (error) {
    log.debug({ binding: binding.id, err: error }, 'a file that a person sent could not be opened')
    return new Response(null, { status: 502 })
  }
}

const isSecureAddress = (reference: string): boolean => URL.canParse(reference) && reference.startsWith('https://')
