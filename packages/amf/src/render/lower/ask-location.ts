import type { AskLocation } from '../../model/parts.ts'
import type { Draft } from '../draft.ts'
import { addAffordance, type RenderContext, recordLoss } from '../render-context.ts'
import { joinParagraphs } from './lines.ts'

export function lowerAskLocation(part: AskLocation, path: string, context: RenderContext): Draft[] {
  const { profile, phrases } = context
  if (!profile.locationRequest) {
    recordLoss(context, 'location.as_text', path)
    return [{ kind: 'text', runs: joinParagraphs([part.prompt, phrases.replyWithAddress]), chips: [], path }]
  }
  const label = phrases.shareLocation
  const tap = addAffordance(context, { kind: 'shareLocation', label })
  if (profile.locationRequest === 'message')
    return [{ kind: 'locationRequest', runs: joinParagraphs([part.prompt]), tap, path }]
  return [
    { kind: 'text', runs: joinParagraphs([part.prompt]), chips: [{ label, kind: 'shareLocation', tap, path }], path },
  ]
}
