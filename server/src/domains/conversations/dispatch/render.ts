import { type ContentMessage, type RenderResult, render } from '@parley/amf'
import type { DispatchTarget } from './queries/targets.ts'

type RenderableMessage = { id: string; message: unknown }

/** A message as its channel shows it. */
export function renderForTarget(
  { id, message }: RenderableMessage,
  { channel, locale }: Pick<DispatchTarget, 'channel' | 'locale'>,
): RenderResult {
  return render(message as ContentMessage, { channel, messageId: id, locale })
}
