import { type ContentMessage, type Rendered, render } from '@parley/amf'
import type { Target } from './queries/targets.ts'

type Kept = { id: string; message: unknown }

/** A message as its channel shows it. */
export function renderedFor({ id, message }: Kept, { channel, locale }: Pick<Target, 'channel' | 'locale'>): Rendered {
  return render(message as ContentMessage, { channel, messageId: id, locale })
}
