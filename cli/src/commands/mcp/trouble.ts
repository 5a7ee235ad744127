import { SdkHttpError } from '@modelcontextprotocol/client'
import { keyRejectedMessage } from '../../command-error.ts'
import { truncateToWidth } from '../../layout/width.ts'
import { toPrintable } from '../../text/printable.ts'

/** What went wrong on the way to Parley, and what to do; words of our own, since others may quote a header. */
export function describeMcpError(error: unknown, { origin }: URL): string {
  if (!(error instanceof SdkHttpError)) {
    return `${origin} cannot be reached. \`parley doctor\` looks into it`
  }
  const { status } = error
  if (status === 401) return keyRejectedMessage
  if (status === 404) return `${origin} has no /mcp: it is no Parley, or an older one`
  const message = messageOf(error.data.text)
  return `Parley has refused, ${status}${message ? `: ${truncateToWidth(toPrintable(message), 300)}` : ''}`
}

function messageOf(text: unknown): string | undefined {
  try {
    const { message } = JSON.parse(String(text)) as { message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
