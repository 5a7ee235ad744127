import { readAtMost } from '../../../../platform/outbound/index.ts'
import { type Bound, DispatchFailed, type Tools } from '../../adapter.ts'
import { upload } from './stored.ts'

const fileMaxBytes = 100_000_000

type Attachment = { url?: unknown; key?: unknown }

/** Puts files at Apple where the rendering has only their addresses. */
export async function withAttachments(native: object, binding: Bound, tools: Tools): Promise<object> {
  const { attachments } = native as { attachments?: unknown }
  if (!Array.isArray(attachments)) return native
  const uploaded: object[] = []
  // One after another: each is held in memory.
  for (const attachment of attachments) uploaded.push(await uploadedOf(attachment, binding, tools))
  return { ...native, attachments: uploaded }
}

async function uploadedOf(attachment: Attachment, binding: Bound, tools: Tools): Promise<object> {
  const { url, key } = attachment
  if (typeof url !== 'string' || key !== undefined) return attachment
  return { ...attachment, ...(await upload(await fetchFile(url, tools), binding, tools)) }
}

async function fetchFile(url: string, tools: Tools): Promise<Buffer> {
  try {
    const response = await tools.fetch(url, { signal: tools.signal })
    if (response.ok) return await readAtMost(response, fileMaxBytes)
    await response.body?.cancel()
  } catch {}
  throw new DispatchFailed('providerError', 'The file of the message could not be had', { retry: 'later' })
}
