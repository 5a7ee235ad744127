import type { AskLocation } from '../../model/parts.ts'
import type { Draft } from '../draft.ts'
import { lose, offer, type Scene } from '../scene.ts'
import { paragraphs } from './lines.ts'

export function lowerAskLocation(part: AskLocation, path: string, scene: Scene): Draft[] {
  const { profile, phrases } = scene
  if (!profile.locationRequest) {
    lose(scene, 'location.as_text', path)
    return [{ kind: 'text', runs: paragraphs([part.prompt, phrases.replyWithAddress]), chips: [], path }]
  }
  const label = phrases.shareLocation
  const tap = offer(scene, { kind: 'shareLocation', label })
  if (profile.locationRequest === 'message')
    return [{ kind: 'locationRequest', runs: paragraphs([part.prompt]), tap, path }]
  return [{ kind: 'text', runs: paragraphs([part.prompt]), chips: [{ label, kind: 'shareLocation', tap, path }], path }]
}
