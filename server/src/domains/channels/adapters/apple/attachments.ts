import { readLimited } from '../../../../platform/outbound/index.ts'
import { type AdapterBinding, type AdapterTools, DispatchFailedError } from '../../adapter.ts'
import { uploadFile } from './files.ts'

const fileMaxBytes = 100_000_000

type Attachment = { url?: unknown; key?: unknown }

/** Puts files at Apple where the rendering has only their addresses. */
export async function uploadAttachments(native: object, binding: AdapterBinding, tools: AdapterTools): Promise<object> {
  const { attachments } = native as { attachments?: unknown }
  if (!Array.isArray(attachments)) return native
  const uploaded: object[] = []
  // One after another: each is held in memory.
  for (const attachment of attachments) uploaded.push(await uploadAttachment(attachment, binding, tools))
  return { ...native, attachments: uploaded }
}

async function uploadAttachment(attachment: Attachment, binding: AdapterBinding, tools: AdapterTools): Promise<object> {
  const { url, key } = attachment
  if (typeof url !== 'string' || key !== undefined) return attachment
  return { ...attachment, ...(await uploadFile(await fetchFile(url, tools), binding, tools)) }
}

async function fetchFile(url: string, tools: AdapterTools): Promise<Buffer> {
  try {
    const response = await tools.fetch(url, { signal: tools.signal })
    if (response.ok) return await readLimited(response, fileMaxBytes)
    await response.body?.cancel()
  } catch {}
  throw new DispatchFailedError('providerError', 'The file of the message could not be had', { retry: 'later' })
}
